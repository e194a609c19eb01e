import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../../src/base/clock';
import { SessionError } from '../../../../src/base/errors';
import { LastScreens } from '../../../../src/host/server/lastScreens';

const SIZE = { cols: 80, rows: 24 };
const LIMITS = { bytesEach: 3000, bytesInTotal: 2500, ageMs: 60_000 };

describe('LastScreens', () => {
  let directory = '';
  let screens = new LastScreens('', systemClock);

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'agent-terminals-screens-'));
    screens = new LastScreens(join(directory, 'screens'), systemClock, LIMITS);
  });

  afterEach(() => rmSync(directory, { recursive: true }));

  it('returns a stored screen until it is removed', async () => {
    await screens.write('shell-main-a', SIZE, '\x1b[1mbold\x1b[m\n');
    const { savedAt, ...kept } = (await screens.read('shell-main-a')) ?? { savedAt: '' };
    assert.deepEqual(kept, {
      ptyId: 'shell-main-a',
      dimensions: SIZE,
      text: '\x1b[1mbold\x1b[m\n',
    });
    assert.ok(Date.now() - Date.parse(savedAt) < 60_000);
    await screens.remove('shell-main-a');
    assert.equal(await screens.read('shell-main-a'), undefined);
  });

  it('keeps the last whole rows of a screen that is too long', async () => {
    await screens.write('shell-main-a', SIZE, `${'old\n'.repeat(1000)}${'last\n'.repeat(5)}`);
    const text = (await screens.read('shell-main-a'))?.text ?? '';
    assert.ok(text.startsWith('old\n') && text.endsWith('last\n'.repeat(5)));
    assert.ok(statSync(join(directory, 'screens', 'shell-main-a.json')).size <= LIMITS.bytesEach);
  });

  it('removes old screens, the oldest above the size limit, and files of a killed writer', async () => {
    for (const [index, age] of [90, 30, 20, 10].entries()) {
      await screens.write(`shell-main-${index}`, SIZE, 'x'.repeat(900));
      const at = Date.now() / 1000 - age;
      utimesSync(join(directory, 'screens', `shell-main-${index}.json`), at, at);
    }
    writeFileSync(join(directory, 'screens', 'shell-main-1.json.0123456789ab.tmp'), 'half');
    await screens.sweep();
    assert.deepEqual(readdirSync(join(directory, 'screens')).sort(), [
      'shell-main-2.json',
      'shell-main-3.json',
    ]);
  });

  for (const id of [
    '../a',
    '/etc/passwd',
    'shell-main-..',
    'a',
    '',
    'shell-main-a/../b',
    'shell-main-\0',
  ]) {
    it(`stores nothing for the id ${JSON.stringify(id)}`, async () => {
      await screens.write(id, SIZE, 'x');
      assert.equal(await screens.read(id), undefined);
      await screens.remove(id);
      assert.deepEqual(readdirSync(directory), []);
    });
  }

  for (const text of ['', 'null', '[]', '{"text":1}', '\0']) {
    it(`returns undefined for a file that contains ${JSON.stringify(text)}`, async () => {
      mkdirSync(join(directory, 'screens'));
      writeFileSync(join(directory, 'screens', 'shell-main-a.json'), text);
      assert.equal(await screens.read('shell-main-a'), undefined);
    });
  }

  it('refuses to write if its directory is a link', async () => {
    mkdirSync(join(directory, 'elsewhere'));
    symlinkSync(join(directory, 'elsewhere'), join(directory, 'screens'));
    const written = screens.write('shell-main-a', SIZE, 'x');
    await assert.rejects(written, (error) => SessionError.is(error, 'SPAWN_FAILED'));
    assert.deepEqual(readdirSync(join(directory, 'elsewhere')), []);
  });
});
