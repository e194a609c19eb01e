import assert from 'node:assert/strict';
import { CachedSettings } from '../../../src/config/cachedSettings';
import { SETTING_KEYS } from '../../../src/config/contributions';
import type { LayeredSettings } from '../../../src/config/workspaceValues';

const FOLDER = 'file:///shop';

describe('CachedSettings', () => {
  let lookups: (string | undefined)[];
  let shell: string | undefined;
  let isConfirmed: boolean;
  let settings: CachedSettings;

  beforeEach(() => {
    lookups = [];
    shell = undefined;
    isConfirmed = false;
    settings = new CachedSettings({
      readLayers: (folderUri) => {
        lookups.push(folderUri);
        return layersWith(shell);
      },
      isConfirmed: () => isConfirmed,
    });
  });

  const unconfirmed = (): readonly string[] =>
    settings.read(FOLDER).unconfirmed.map(({ key }) => key);

  it('looks each folder up once until a setting changes', () => {
    for (const folder of [FOLDER, undefined, FOLDER, undefined]) {
      settings.read(folder);
    }
    assert.deepEqual(lookups, [FOLDER, undefined]);
    assert.equal(settings.read(FOLDER), settings.read(FOLDER));
    shell = '/bin/other';
    assert.deepEqual(unconfirmed(), []);
    settings.clear();
    assert.deepEqual(unconfirmed(), ['shell']);
    assert.deepEqual(lookups, [FOLDER, undefined, FOLDER]);
  });

  it('applies a value from the moment at which it is confirmed', () => {
    shell = '/bin/other';
    assert.deepEqual([unconfirmed(), settings.read(FOLDER).values.shell], [['shell'], undefined]);
    isConfirmed = true;
    assert.deepEqual([unconfirmed(), settings.read(FOLDER).values.shell], [[], '/bin/other']);
    assert.deepEqual(lookups, [FOLDER]);
  });

  it('asks again for a value whose confirmation was displaced when a setting changes', () => {
    shell = '/bin/other';
    isConfirmed = true;
    assert.deepEqual(unconfirmed(), []);
    isConfirmed = false;
    assert.deepEqual(unconfirmed(), []);
    settings.clear();
    assert.deepEqual(unconfirmed(), ['shell']);
  });
});

/** Settings of a workspace that sets nothing but the shell. */
function layersWith(shell: string | undefined): LayeredSettings {
  const entries = SETTING_KEYS.map((key) => {
    const workspaceValue = key === 'shell' ? shell : undefined;
    const none = { defaultValue: undefined, userValue: undefined, folderValue: undefined };
    return [key, { ...none, workspaceValue }] as const;
  });
  return Object.fromEntries(entries) as unknown as LayeredSettings;
}
