import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { systemClock, type Clock } from '../../../src/base/clock';
import { Deferred } from '../../../src/base/deferred';
import { DisposableStore } from '../../../src/base/lifecycle';
import { Leases } from '../../../src/ownership/leases';
import { LEASE_TIMEOUT_MS } from '../../../src/ownership/otherWindows';
import {
  HANDOVER_TIMEOUT_MS,
  OwnedElsewhereError,
  SessionHandover,
} from '../../../src/ownership/sessionHandover';
import { parseWindowFile, type WindowFile } from '../../../src/ownership/windowFile';
import { ManualClock } from '../../support/manualClock';
import { waitFor } from '../../support/waitFor';

const LEASE = { ptyId: 'a-main-t', conversation: 'u' };
const LIMIT_MS = 10_000;
const HEARTBEAT_MS = 5_000;

describe('requests for the sessions of other windows', () => {
  let directory: string;
  let store: DisposableStore;
  const opened: Leases[] = [];
  const errors: unknown[] = [];

  beforeEach(async () => {
    directory = join(await mkdtemp(join(tmpdir(), 'agent-terminals-handovers-')), 'leases');
    store = new DisposableStore();
  });

  afterEach(async () => {
    store.dispose();
    // Waits for pending writes.
    await Promise.all(opened.splice(0).map((leases) => leases.shutdown()));
    await rm(join(directory, '..'), { recursive: true, force: true });
    assert.deepEqual(errors.splice(0), []);
  });

  function open(clock: Clock = systemClock, pid = process.pid) {
    const shared = { directory, clock, handleError: (error: unknown) => errors.push(error) };
    const self = { pid, hostname: 'here' };
    const leases = store.add(new Leases({ ...shared, self }));
    opened.push(leases);
    const window = {
      leases,
      /** The sessions that the window was asked to end. */
      ended: [] as string[],
      canEnd: true,
      beforeEnd: (): Promise<void> => Promise.resolve(),
      isWatched: (): Promise<boolean> => Promise.resolve(false),
    };
    const handover = store.add(
      new SessionHandover({
        ...shared,
        leases,
        endSession: async (ptyId) => {
          window.ended.push(ptyId);
          await window.beforeEnd();
          assert.ok(handover.continuesElsewhere(ptyId), 'it continues in another window');
          if (window.canEnd) {
            await leases.release(ptyId);
          }
        },
        isWatched: () => window.isWatched(),
        tasks: { list: () => [], reload: () => Promise.resolve() },
        map: { reload: () => Promise.resolve() },
      }),
    );
    return Object.assign(window, { handover });
  }

  /** A window that owns a session. */
  async function owner(clock?: Clock) {
    const window = open(clock);
    await window.leases.claim(LEASE);
    return window;
  }

  /** The ids of all requests and answers that are published. */
  const left = async (): Promise<readonly string[]> => {
    const names = (await readdir(directory)).filter((name) => name.endsWith('.json'));
    const texts = await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')));
    const files = texts.map(parseWindowFile);
    return files.flatMap((file) => [
      ...(file?.requests ?? []).map(({ id }) => id),
      ...Object.keys(file?.answers ?? {}),
    ]);
  };

  const isEmpty = (): Promise<void> =>
    waitFor(async () => (await left()).length === 0, {
      limitMs: LIMIT_MS,
      what: 'no requests and answers',
    });

  const requested = async (): Promise<boolean> => (await left()).length > 0;

  it('reach the window that owns the session without a heartbeat, and leave nothing behind', async () => {
    const withoutHeartbeats: Clock = {
      ...systemClock,
      schedule: (delayMs, callback) =>
        systemClock.schedule(delayMs < HEARTBEAT_MS ? delayMs : 2 ** 31 - 1, callback),
    };
    const [one, two, third] = [await owner(withoutHeartbeats), open(), open()];
    await Promise.all([one.leases.start(), third.leases.start()]);
    await two.handover.request(LEASE.ptyId, 'ifAbandoned');
    assert.deepEqual([one.ended, third.ended], [[LEASE.ptyId], []]);
    assert.equal(one.handover.continuesElsewhere(LEASE.ptyId), false, 'no window has claimed it');
    await two.leases.claim(LEASE);
    await one.leases.readOthers();
    assert.equal(one.handover.continuesElsewhere(LEASE.ptyId), true);
    await isEmpty();
  });

  it('end a session once if two windows request it at the same time', async () => {
    const [one, two, third] = [await owner(), open(), open()];
    const [both, ends] = [new Deferred<void>(), new Deferred<void>()];
    const decisions = [() => {}, () => both.resolve()];
    one.beforeEnd = () => ends.promise;
    one.isWatched = () => Promise.resolve(false).finally(() => decisions.shift()?.());
    await one.leases.start();
    const request = LEASE.ptyId;
    const requests = [two, third].map(({ handover }) => handover.request(request, 'ifAbandoned'));
    await both.promise;
    await setImmediate();
    // Queued behind the read of the second request.
    await one.leases.readOthers();
    await setImmediate();
    ends.resolve();
    await Promise.all(requests);
    assert.deepEqual(one.ended, [LEASE.ptyId]);
  });

  for (const [title, isReplaced] of [
    ['cannot be watched', false],
    ['was removed and created again', true],
  ] as const) {
    it(`are read at the heartbeat if the directory ${title}`, async () => {
      const clock = new ManualClock();
      const [one, two] = [await owner(clock), open()];
      await one.leases.start();
      // From here on the watched directory is not the current one.
      await (isReplaced
        ? rm(directory, { recursive: true })
        : rename(directory, `${directory}-aside`));
      clock.advance(HEARTBEAT_MS);
      await one.leases.claim(LEASE);
      const handedOver = two.handover.request(LEASE.ptyId, 'always');
      await waitFor(requested, { limitMs: LIMIT_MS, what: 'a request' });
      assert.deepEqual(one.ended, []);
      clock.advance(HEARTBEAT_MS);
      await handedOver;
      assert.deepEqual(one.ended, [LEASE.ptyId]);
    });
  }

  it('are refused by a watched window, unless their terms are always', async () => {
    const [one, two] = [await owner(), open()];
    one.isWatched = () => Promise.resolve(true);
    await one.leases.start();
    await assert.rejects(two.handover.request(LEASE.ptyId, 'ifAbandoned'), OwnedElsewhereError);
    assert.deepEqual(one.ended, []);
    await two.handover.request(LEASE.ptyId, 'always');
    assert.deepEqual(one.ended, [LEASE.ptyId]);
    await isEmpty();
  });

  it('are refused while an operation uses the session or starts some, which ends it then', async () => {
    for (const used of [LEASE.ptyId, undefined]) {
      const [one, two] = [await owner(), open()];
      await one.leases.start();
      const [end, endOther] = [one.handover.keep(used), one.handover.keep('b-main-t')];
      await assert.rejects(two.handover.request(LEASE.ptyId, 'ifAbandoned'), OwnedElsewhereError);
      await end();
      assert.deepEqual([one.ended, one.handover.isInUse], [[LEASE.ptyId], true]);
      await endOther();
      assert.equal(one.handover.isInUse, false);
    }
  });

  it('fail if the session cannot be ended', async () => {
    const [one, two] = [await owner(), open()];
    one.canEnd = false;
    await one.leases.start();
    await assert.rejects(two.handover.request(LEASE.ptyId, 'always'), /could not end it/);
    assert.equal(one.handover.continuesElsewhere(LEASE.ptyId), false);
    await isEmpty();
  });

  it('resolve at once if no window owns the session', async () => {
    await open().handover.request(LEASE.ptyId, 'always');
  });

  it('resolve without an answer if the owner closes meanwhile', async () => {
    const [one, two] = [await owner(), open()];
    const handedOver = two.handover.request(LEASE.ptyId, 'always');
    await waitFor(requested, { limitMs: LIMIT_MS, what: 'a request' });
    await one.leases.shutdown();
    await handedOver;
  });

  it('time out after 15 s, and are not executed later', async () => {
    const clock = new ManualClock();
    const [one, two] = [await owner(), open(clock)];
    const failed = assert.rejects(two.handover.request(LEASE.ptyId, 'always'), /within 15 s/);
    const isAsked = async () => (await requested()) && clock.pendingTimers > 0;
    await waitFor(isAsked, { limitMs: LIMIT_MS, what: 'a request' });
    clock.advance(HANDOVER_TIMEOUT_MS);
    await failed;
    await one.leases.start();
    assert.deepEqual([one.ended, await left()], [[], []]);
  });

  it('are not executed if they time out while the owner checks whether it is watched', async () => {
    const clock = new ManualClock();
    const [one, two] = [await owner(), open(clock)];
    let answer = (_isWatched: boolean): void => {};
    let isAsked = false;
    one.isWatched = () => {
      isAsked = true;
      return new Promise((resolve) => (answer = resolve));
    };
    await one.leases.start();
    const failed = assert.rejects(two.handover.request(LEASE.ptyId, 'ifAbandoned'), /within 15 s/);
    await waitFor(() => isAsked && clock.pendingTimers > 0, {
      limitMs: LIMIT_MS,
      what: 'the request',
    });
    clock.advance(HANDOVER_TIMEOUT_MS);
    await failed;
    answer(false);
    await setImmediate();
    // Runs after the owner has read whether the request still exists.
    await one.leases.readOthers();
    await setImmediate();
    assert.deepEqual([one.ended, one.leases.owns(LEASE.ptyId)], [[], true]);
    await isEmpty();
  });

  it('are not executed if the owner closes while it checks whether it is watched', async () => {
    const [one, two] = [await owner(), open()];
    let answer = (_isWatched: boolean): void => {};
    const isAsked = new Promise<void>((resolve) => {
      one.isWatched = () => (resolve(), new Promise((settle) => (answer = settle)));
    });
    await one.leases.start();
    const handedOver = two.handover.request(LEASE.ptyId, 'ifAbandoned');
    await isAsked;
    one.handover.dispose();
    answer(false);
    await setImmediate();
    await one.leases.readOthers();
    await setImmediate();
    assert.deepEqual(one.ended, []);
    await one.leases.shutdown();
    await handedOver;
  });

  it('are answered although the owner reads its messages again while it hands over', async () => {
    const [one, two, third] = [await owner(), open(), open()];
    let answer = (_isWatched: boolean): void => {};
    const isAsked = new Promise<void>((resolve) => {
      one.isWatched = () => (resolve(), new Promise((settle) => (answer = settle)));
    });
    await one.leases.start();
    const handedOver = two.handover.request(LEASE.ptyId, 'ifAbandoned');
    await isAsked;
    const isNotified = new Promise<void>((resolve) => one.leases.onDidRead(() => resolve()));
    await third.leases.claim({ ptyId: 'b-main-t', conversation: 'v' });
    await isNotified;
    // Runs after the owner has read its messages.
    await one.leases.readOthers();
    await setImmediate();
    answer(false);
    await handedOver;
    assert.deepEqual(one.ended, [LEASE.ptyId]);
    await isEmpty();
  });

  it('end nothing from dead windows, to other windows, in truncated files, or for sessions that are not owned', async () => {
    const one = await owner();
    const request = { id: 'r1', ptyId: LEASE.ptyId, terms: 'always' } as const;
    const file = (pid: number, to: string, id = 'r1'): string =>
      JSON.stringify({
        ...{ pid, hostname: 'here', leases: [], answers: { r9: 'ended' } },
        requests: [{ ...request, id, to }],
      } satisfies WindowFile);
    await writeFile(join(directory, 'dead.json'), file(999_999_999, one.leases.window));
    await writeFile(join(directory, 'other.json'), file(process.pid, 'dead.json', 'r2'));
    await writeFile(join(directory, 'cut.json'), file(process.pid, one.leases.window).slice(0, -9));
    // Answered with the others, so its answer shows that the others were read.
    const last = file(process.pid, one.leases.window, 'r3').replaceAll(LEASE.ptyId, 'a-main-other');
    await writeFile(join(directory, 'last.json'), last);
    await one.leases.start();
    await waitFor(async () => (await left()).filter((id) => id === 'r3').length === 2, {
      limitMs: LIMIT_MS,
      what: 'the answer',
    });
    assert.deepEqual(one.ended, []);
    assert.equal((await readdir(directory)).includes('dead.json'), false);
  });

  it('end nothing that another window has claimed while the owner hung', async () => {
    const clock = new ManualClock();
    const one = await owner(clock);
    const to = one.leases.window;
    const file: WindowFile = {
      ...{ pid: process.pid, hostname: 'here', leases: [LEASE], answers: {} },
      requests: [{ id: 'r1', ptyId: LEASE.ptyId, terms: 'always', to }],
    };
    await writeFile(join(directory, 'other.json'), JSON.stringify(file));
    clock.advance(LEASE_TIMEOUT_MS);
    await one.leases.start();
    await waitFor(async () => (await left()).length === 2, {
      limitMs: LIMIT_MS,
      what: 'the answer',
    });
    assert.deepEqual([one.ended, one.leases.owns(LEASE.ptyId)], [[], false]);
  });

  it('are stored in a file that only its user may read', async () => {
    const [one, two] = [await owner(), open()];
    const handedOver = two.handover.request(LEASE.ptyId, 'always');
    await waitFor(requested, { limitMs: LIMIT_MS, what: 'a request' });
    assert.equal((await stat(join(directory, two.leases.window))).mode & 0o777, 0o600);
    await one.leases.start();
    await handedOver;
  });
});
