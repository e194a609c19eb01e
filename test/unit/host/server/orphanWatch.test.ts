import assert from 'node:assert/strict';
import { nullLogger } from '../../../../src/base/logger';
import { JUDGE_ORPHANS_EVERY_MS, CHECK_ORPHANS_EVERY_MS } from '../../../../src/host/server/limits';
import { OrphanWatch, type OrphanFolder } from '../../../../src/host/server/orphanWatch';
import { ManualClock } from '../../../support/manualClock';
import { FakeSessions, sessionInfo } from '../../../support/pty/fakeSessions';

const HOUR_MS = 3600_000;
const URI = 'file:///work';
const ID = 'ada-main-t1';

describe('OrphanWatch', () => {
  let clock = new ManualClock();
  let sessions = new FakeSessions();
  let folder: OrphanFolder | undefined;
  let ended: (readonly string[])[] = [];
  let watch: OrphanWatch | undefined;

  beforeEach(() => {
    clock = new ManualClock();
    sessions = new FakeSessions();
    folder = {
      ...{ uri: URI, file: '/snapshot', timeoutMs: 2 * HOUR_MS },
      ...{ isOpen: false, openedMark: 1 },
    };
    ended = [];
    watch = new OrphanWatch({
      sessions,
      clock,
      logger: nullLogger,
      listFolders: () => Promise.resolve(folder ? [folder] : []),
      endOrphans: (file, ids) => {
        assert.equal(file, '/snapshot');
        ended.push(ids);
        return Promise.resolve([]);
      },
    });
  });
  afterEach(() => watch?.dispose());

  const put = (change: Parameters<typeof sessionInfo>[0] = {}): void =>
    sessions.put(
      sessionInfo({ id: ID, folder: URI, persistence: 'host', attachedCount: 0, ...change }),
    );

  /** Lets time pass check by check; a check reads files, so it ends in a later turn. */
  async function pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += CHECK_ORPHANS_EVERY_MS) {
      clock.advance(CHECK_ORPHANS_EVERY_MS);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  it('passes on a session that nobody has seen or used for the timeout of its folder', async () => {
    put();
    await pass(2 * HOUR_MS);
    assert.deepEqual(ended, []);
    await pass(CHECK_ORPHANS_EVERY_MS);
    assert.deepEqual(ended, [[ID]]);
  });

  it('passes on none without a folder that has a timeout', async () => {
    folder = undefined;
    put();
    await pass(100 * HOUR_MS);
    assert.deepEqual(ended, []);
  });

  it('passes on none of another folder, of no folder, or that has ended', async () => {
    put({ folder: 'file:///other' });
    put({ id: 'ada-main-t2', folder: null });
    put({ id: 'ada-main-t3', state: 'terminated' });
    await pass(10 * HOUR_MS);
    assert.deepEqual(ended, []);
  });

  const uses: readonly (readonly [string, () => void])[] = [
    ['output', () => put({ lastOutputAt: 5 })],
    ['input of a person', () => put({ lastInputAt: 5 })],
    ['another program with its id', () => put({ generation: 2 })],
    ['a window that opened its folder', () => (folder = folder && { ...folder, openedMark: 2 })],
  ];
  for (const [what, use] of uses) {
    it(`measures the time anew after ${what}`, async () => {
      put();
      await pass(1.5 * HOUR_MS);
      use();
      await pass(2 * HOUR_MS);
      assert.deepEqual(ended, []);
      await pass(CHECK_ORPHANS_EVERY_MS);
      assert.deepEqual(ended, [[ID]]);
    });
  }

  it('measures the time from the last look at which a viewer showed it', async () => {
    put({ attachedCount: 1 });
    await pass(10 * HOUR_MS);
    put();
    await pass(2 * HOUR_MS - CHECK_ORPHANS_EVERY_MS);
    assert.deepEqual(ended, []);
    await pass(CHECK_ORPHANS_EVERY_MS);
    assert.deepEqual(ended, [[ID]]);
  });

  it('notices a viewer that came and went between two checks', async () => {
    put();
    await pass(1.5 * HOUR_MS);
    put({ attachedCount: 1 });
    put();
    await pass(2 * HOUR_MS);
    assert.deepEqual(ended, []);
  });

  it('passes on none while a window has the folder open, and measures from then', async () => {
    folder = folder && { ...folder, isOpen: true };
    put();
    await pass(10 * HOUR_MS);
    folder = folder && { ...folder, isOpen: false };
    await pass(2 * HOUR_MS - CHECK_ORPHANS_EVERY_MS);
    assert.deepEqual(ended, []);
    await pass(CHECK_ORPHANS_EVERY_MS);
    assert.deepEqual(ended, [[ID]]);
  });

  it('ignores a change of the clock', async () => {
    put();
    await pass(HOUR_MS);
    clock.set(1000 * HOUR_MS);
    await pass(HOUR_MS);
    assert.deepEqual(ended, []);
  });

  it('has a session that was kept judged again, but not at each check', async () => {
    put();
    await pass(2 * HOUR_MS + JUDGE_ORPHANS_EVERY_MS);
    assert.equal(ended.length, 1);
    await pass(CHECK_ORPHANS_EVERY_MS);
    assert.equal(ended.length, 2);
  });

  it('has no timer without sessions, and leaves none', async () => {
    assert.equal(clock.pendingTimers, 0);
    put();
    assert.equal(clock.pendingTimers, 1);
    await sessions.kill(ID);
    assert.equal(clock.pendingTimers, 0);
    put();
    watch?.dispose();
    assert.equal(clock.pendingTimers, 0);
  });
});
