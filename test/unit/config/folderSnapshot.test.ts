import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import { SETTING_KEYS } from '../../../src/config/contributions';
import type { RawSettings } from '../../../src/config/parseSettings';
import {
  formatFolderSnapshot,
  parseFolderSnapshot,
  type RawFolderSnapshot,
} from '../../../src/config/folderSnapshot';

const NOT_SET = Object.fromEntries(SETTING_KEYS.map((key) => [key, undefined])) as RawSettings;

function folderWith(settings: Partial<RawSettings> = {}): RawFolderSnapshot {
  return {
    folder: { uri: 'file:///work', path: '/work', name: 'work' },
    program: '/extension/dist/headless.cjs',
    version: '1.2.3',
    extensionPath: '/extension',
    appVersion: '1.103.0',
    appRoot: '/app',
    storagePath: '/storage',
    settings: { ...NOT_SET, ...settings },
  };
}

describe('a folder snapshot', () => {
  it('is read as it was written, with its settings', () => {
    const providers = { mine: { cli: '/bin/mine', label: 'Mine' } };
    const expected = { ...folderWith(), hostname: hostname(), settings: undefined };
    const read = parseFolderSnapshot(
      formatFolderSnapshot(folderWith({ persistence: 'host', providers })),
    );
    assert.deepEqual({ ...read, settings: undefined }, expected);
    assert.equal(read?.settings.persistence, 'host');
    assert.equal(read.settings.providers['mine']?.label, 'Mine');
  });

  it('opens no port, whatever its window did', () => {
    const text = formatFolderSnapshot(folderWith({ 'api.tcp': 'always' }));
    assert.equal(parseFolderSnapshot(text)?.settings['api.tcp'], 'never');
  });

  it('has the defaults of settings that are invalid, or that a later version has added', () => {
    const text = formatFolderSnapshot(folderWith({ maxSessions: 'many', persistence: 7 }));
    const { settings } =
      parseFolderSnapshot(text.replace('"settings": {', '"settings": {"new": 1,')) ?? {};
    assert.deepEqual([settings?.maxSessions, settings?.persistence], [128, 'window']);
  });

  const invalid: readonly (readonly [string, string])[] = [
    ['an empty file', ''],
    ['damaged JSON', '{"folder": {'],
    ['a list', '[]'],
    ['a folder without a path', '{"folder": {"uri": "file:///work", "name": "work"}}'],
  ];
  for (const [what, text] of invalid) {
    it(`is not read from ${what}`, () => {
      assert.equal(parseFolderSnapshot(text), undefined);
    });
  }
});
