import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock, type Clock } from '../../../src/base/clock';
import { DisposableStore } from '../../../src/base/lifecycle';
import { Handovers, type HandleHandover } from '../../../src/ownership/handovers';
import { Leases } from '../../../src/ownership/leases';
import {
  formatWindowFile,
  parseWindowFile,
  type HandoverRequest,
} from '../../../src/ownership/windowFile';
import { ManualClock } from '../../support/manualClock';
import { waitFor } from '../../support/waitFor';

const LEASE = { ptyId: 'a-main-t', conversation: 'u' };
const LIMIT_MS = 10_000;

describe('Handovers', () => {
  let directory: string;
  let store: DisposableStore;
  const errors: unknown[] = [];

  beforeEach(async () => {
    directory = join(await mkdtemp(join(tmpdir(), 'agent-terminals-handovers-')), 'leases');
    store = new DisposableStore();
  });

  afterEach(async () => {
    store.dispose();
    await rm(join(directory, '..'), { recursive: true, force: true });
    assert.deepEqual(errors.splice(0), []);
  });

  function open(clock: Clock = systemClock, pid = process.pid) {
    const shared = { directory, clock, handleError: (error: unknown) => errors.push(error) };
    const self = { pid, hostname: 'here' };
    const isRunning = (other: { readonly pid: number }): boolean => other.pid === process.pid;
    const leases = store.add(new Leases({ ...shared, self, isRunning }));
    return { leases, handovers: store.add(new Handovers({ ...shared, leases })) };
  }

  /** A window that holds a session, and gives it away. */
  async function holding(clock?: Clock) {
    const window = open(clock);
    const asked: HandoverRequest[] = [];
    const handle: HandleHandover = async (request) => {
      asked.push(request);
      await window.leases.release(request.ptyId);
      return 'ended';
    };
    await window.leases.claim(LEASE);
    return { ...window, asked, handle };
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
    waitFor(async () => (await left()).length === 0, { limitMs: LIMIT_MS, what: 'no remains' });

  const requested = async (): Promise<boolean> => (await left()).length > 0;

  it('reach the window that holds the session, promptly, and leave nothing behind', async () => {
    const [one, two, third] = [await holding(), open(), open()];
    await one.handovers.serve(one.handle);
    await third.handovers.serve(() => Promise.reject(new Error('not its request')));
    assert.equal(await two.handovers.ask(LEASE.ptyId, 'ifAbandoned'), 'ended');
    const { window: to } = one.leases;
    const [{ id = '' } = {}] = one.asked;
    assert.deepEqual(one.asked, [{ id, ptyId: LEASE.ptyId, terms: 'ifAbandoned', to }]);
    await two.leases.claim(LEASE);
    await isEmpty();
  });

  it('are read at the beat where the directory cannot be watched', async () => {
    const clock = new ManualClock();
    const [one, two] = [await holding(clock), open()];
    await one.handovers.serve(one.handle);
    // The one that is watched is another one from here on.
    await rename(directory, `${directory}-aside`);
    await one.leases.start();
    const answer = two.handovers.ask(LEASE.ptyId, 'always');
    await waitFor(requested, { limitMs: LIMIT_MS, what: 'a request' });
    await one.leases.start();
    assert.equal(await answer, 'ended');
  });

  it('are answered after the directory was removed and created again', async () => {
    const [one, two] = [open(), open()];
    await one.handovers.serve(async ({ ptyId }) => {
      await one.leases.release(ptyId);
      return 'ended';
    });
    await rm(directory, { recursive: true });
    await one.leases.start();
    await one.leases.claim(LEASE);
    const answer = two.handovers.ask(LEASE.ptyId, 'always');
    await waitFor(requested, { limitMs: LIMIT_MS, what: 'a request' });
    await one.leases.start();
    assert.equal(await answer, 'ended');
  });

  for (const said of ['watched', 'failed'] as const) {
    it(`are told that a session is not to be had: ${said}`, async () => {
      const [one, two] = [await holding(), open()];
      await one.handovers.serve(() => Promise.resolve(said));
      assert.equal(await two.handovers.ask(LEASE.ptyId, 'always'), said);
      await isEmpty();
    });
  }

  it('ask nobody for what nobody holds', async () => {
    assert.equal(await open().handovers.ask(LEASE.ptyId, 'always'), 'ended');
  });

  it('need no answer of a window that ends meanwhile', async () => {
    const [one, two] = [await holding(), open()];
    const answer = two.handovers.ask(LEASE.ptyId, 'always');
    await waitFor(requested, { limitMs: LIMIT_MS, what: 'a request' });
    await one.leases.shutdown();
    assert.equal(await answer, 'ended');
  });

  it('give up after 15 s, and are not carried out later', async () => {
    const clock = new ManualClock();
    const [one, two] = [await holding(), open(clock)];
    let answered: string | undefined;
    void two.handovers.ask(LEASE.ptyId, 'always').then((answer) => (answered = answer));
    const isAsked = async () => (await requested()) && clock.pendingTimers > 0;
    await waitFor(isAsked, { limitMs: LIMIT_MS, what: 'a request' });
    clock.advance(15_000);
    await waitFor(() => answered !== undefined, { limitMs: LIMIT_MS, what: 'the end of waiting' });
    assert.equal(answered, 'silent');
    await one.handovers.serve(one.handle);
    await one.leases.start();
    assert.deepEqual([one.asked, await left()], [[], []]);
  });

  it('say whether they are still waited for', async () => {
    const clock = new ManualClock();
    const [one, two] = [await holding(), open(clock)];
    const wanted: boolean[] = [];
    let gaveUp = (): void => {};
    const givenUp = new Promise<void>((resolve) => (gaveUp = resolve));
    let isDone = false;
    await one.handovers.serve(async (_request, isWanted) => {
      wanted.push(await isWanted());
      await givenUp;
      wanted.push(await isWanted());
      isDone = true;
      return 'ended';
    });
    const answer = two.handovers.ask(LEASE.ptyId, 'always');
    await waitFor(() => wanted.length > 0 && clock.pendingTimers > 0, {
      limitMs: LIMIT_MS,
      what: 'the request',
    });
    clock.advance(15_000);
    assert.equal(await answer, 'silent');
    gaveUp();
    await waitFor(() => isDone, { limitMs: LIMIT_MS, what: 'the end of the work' });
    assert.deepEqual(wanted, [true, false]);
    await isEmpty();
  });

  it('are void from windows that have died, to others, and where they are cut off', async () => {
    const one = await holding();
    const request = { id: 'r1', ptyId: LEASE.ptyId, terms: 'always' } as const;
    const file = (pid: number, to: string, id = 'r1'): string =>
      formatWindowFile({
        ...{ pid, hostname: 'here', leases: [], answers: { r9: 'ended' } },
        requests: [{ ...request, id, to }],
      });
    await writeFile(join(directory, 'dead.json'), file(999_999_999, one.leases.window));
    await writeFile(join(directory, 'other.json'), file(process.pid, 'dead.json', 'r2'));
    await writeFile(join(directory, 'cut.json'), file(process.pid, one.leases.window).slice(0, -9));
    await one.handovers.serve(one.handle);
    await one.leases.start();
    await waitFor(async () => !(await readdir(directory)).includes('dead.json'), {
      limitMs: LIMIT_MS,
      what: 'the removal',
    });
    assert.deepEqual(one.asked, []);
  });

  it('are for this user alone to read', async () => {
    const [one, two] = [await holding(), open()];
    const answer = two.handovers.ask(LEASE.ptyId, 'always');
    await waitFor(requested, { limitMs: LIMIT_MS, what: 'a request' });
    assert.equal((await stat(join(directory, two.leases.window))).mode & 0o777, 0o600);
    await one.handovers.serve(one.handle);
    await answer;
  });
});
