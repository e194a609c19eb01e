import assert from 'node:assert/strict';
import { join } from 'node:path';
import { BUILT_IN_PROVIDERS } from '../../../../src/providers/catalog/builtInProviders';
import type { ProcessEntry } from '../../../../src/pty/process/processTree';
import { readStatusFile, type KnownStatusFile } from '../../../../src/status/sources/statusFile';
import { findDescendant, StatusFiles } from '../../../../src/status/sources/statusFiles';

const STARTED = '2026-01-01T00:00:00.000Z';
const NOW = Date.parse(STARTED) + 60_000;

const support = BUILT_IN_PROVIDERS.find(({ id }) => id === 'claude')?.status
  .file as KnownStatusFile;

const file = (fields: object): string =>
  JSON.stringify({ pid: 20, sessionId: 'x', statusUpdatedAt: NOW - 1000, ...fields });

describe('readStatusFile', () => {
  const ROWS: readonly (readonly [string, string | undefined])[] = [
    [file({ status: 'busy' }), 'working'],
    [file({ status: 'idle' }), 'idle'],
    [file({ status: 'waiting', waitingFor: 'permission prompt' }), 'permission'],
    [file({ status: 'waiting', waitingFor: 'input needed' }), 'question'],
    [file({ status: 'waiting', waitingFor: 'something new' }), undefined],
    [file({ status: 'busy', waitingFor: 'permission prompt' }), 'working'],
    [file({ status: 'constructor' }), undefined],
    [file({}), undefined],
    ['[]', undefined],
    ['{"status":', undefined],
    ['', undefined],
  ];
  for (const [text, expected] of ROWS) {
    it(text.slice(0, 90) || 'an empty file', () => {
      const state = readStatusFile(support, text, NOW)?.state;
      assert.equal(state?.kind === 'needsInput' ? state.need : state?.kind, expected);
    });
  }

  it('dates the state from the last update in the file, but not in the future', () => {
    assert.equal(readStatusFile(support, file({ status: 'busy' }), NOW)?.at, NOW - 1000);
    const ahead = file({ status: 'busy', statusUpdatedAt: NOW + 5 });
    assert.equal(readStatusFile(support, ahead, NOW)?.at, NOW);
  });
});

describe('StatusFiles', () => {
  const directory = join('/home/ada', '.claude', 'sessions');
  let files = new Map<string, string>();
  let processes: readonly ProcessEntry[] = [];
  let lists = 0;
  let reader = create();

  beforeEach(() => {
    files = new Map();
    processes = [
      [10, 1],
      [15, 10],
      [20, 15],
      [30, 1],
    ].map(([pid = 0, ppid = 0]) => entry(pid, ppid));
    lists = 0;
    reader = create();
  });

  function create(): StatusFiles {
    return new StatusFiles({
      home: '/home/ada',
      now: () => NOW,
      listNames: (path) =>
        Promise.resolve(
          [...files.keys()]
            .filter((one) => join(one, '..') === path)
            .map((one) => one.slice(path.length + 1)),
        ),
      readText: (path) => Promise.resolve(files.get(path)),
      listProcesses: () => {
        lists++;
        return Promise.resolve(processes);
      },
    });
  }

  const put = (pid: number, fields: object, where = directory): unknown =>
    files.set(join(where, `${pid}.json`), file(fields));

  const read = async (pid = 10, env: Readonly<Record<string, string>> = {}) => {
    const session = { id: 's', generation: 1, pid, programStartedAt: STARTED, workDir: '/work' };
    return (await reader.read(support, { session, env }))?.state.kind;
  };

  it('finds the file of the program itself', async () => {
    put(30, { status: 'idle' });
    put(10, { status: 'busy' });
    assert.equal(await read(), 'working');
    assert.equal(lists, 0);
  });

  it('finds the file of a program that a shell started, and ignores that of another program', async () => {
    put(30, { status: 'idle' });
    assert.equal(await read(), undefined);
    put(20, { status: 'busy' });
    assert.equal(await read(), 'working');
    put(20, { status: 'idle' });
    assert.equal(await read(), 'idle');
  });

  it('does not list processes again while no other file appears', async () => {
    put(30, { status: 'idle' });
    await read();
    await read();
    assert.equal(lists, 1);
  });

  it('returns nothing after the file was deleted, and finds the next one', async () => {
    put(20, { status: 'busy' });
    assert.equal(await read(), 'working');
    files.clear();
    assert.equal(await read(), undefined);
    put(15, { status: 'idle' });
    assert.equal(await read(), 'idle');
  });

  it('ignores a file that is older than the program', async () => {
    put(10, { status: 'busy', statusUpdatedAt: Date.parse(STARTED) - 60_000 });
    assert.equal(await read(), undefined);
  });

  it('reads the directory that the environment names', async () => {
    put(10, { status: 'busy' }, join('/work', 'conf', 'sessions'));
    assert.equal(await read(10, { CLAUDE_CONFIG_DIR: 'conf' }), 'working');
  });
});

describe('findDescendant', () => {
  it('returns the nearest descendant, and ends if parents form a circle', () => {
    const tree = [entry(10, 1), entry(15, 10), entry(20, 15), entry(40, 41), entry(41, 40)];
    assert.equal(findDescendant([20, 15], 10, tree), 15);
    assert.equal(findDescendant([40], 10, tree), undefined);
  });
});

function entry(pid: number, ppid: number): ProcessEntry {
  const rest = { pgid: pid, sid: pid, startTime: '1', command: 'x', environment: undefined };
  return { pid, ppid, ...rest };
}
