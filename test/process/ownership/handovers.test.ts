import assert from 'node:assert/strict';
import { mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock, type Clock } from '../../../src/base/clock';
import { DisposableStore } from '../../../src/base/lifecycle';
import type { HandoverRequest } from '../../../src/ownership/handoverFile';
import { Handovers, type HandleHandover } from '../../../src/ownership/handovers';
import { Leases } from '../../../src/ownership/leases';
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
    const isAlive = (other: number): boolean => other === process.pid;
    const leases = store.add(new Leases({ ...shared, self, isAlive }));
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

  const left = async (): Promise<readonly string[]> =>
    (await readdir(directory)).filter((name) => /request|answer/.test(name));

  /** Not one that is being written: the name of that goes on. */
  const requested = async (): Promise<boolean> =>
    (await left()).some((name) => name.endsWith('.request'));

  it('reach the window that holds the session, promptly, and leave nothing behind', async () => {
    const [one, two, third] = [await holding(), open(), open()];
    await one.handovers.serve(one.handle);
    await third.handovers.serve(() => Promise.reject(new Error('not its request')));
    const { window: from } = two.leases;
    assert.equal(await two.handovers.ask(LEASE.ptyId, 'ifAbandoned'), 'ended');
    const { window: to } = one.leases;
    assert.deepEqual(one.asked, [{ ptyId: LEASE.ptyId, terms: 'ifAbandoned', from, to }]);
    await two.leases.claim(LEASE);
    assert.deepEqual(await left(), []);
  });

  it('are read at the beat where the directory cannot be watched', async () => {
    const clock = new ManualClock();
    const [one, two] = [await holding(clock), open()];
    await one.handovers.serve(one.handle);
    // The one that is watched is another one from here on.
    await rename(directory, `${directory}-aside`);
    await one.leases.announce();
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
      assert.deepEqual(await left(), []);
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
    assert.deepEqual(await left(), []);
  });

  it('are void from windows that have died, and removed with all that is none', async () => {
    const [one, dead] = [await holding(), open(systemClock, 999_999_999)];
    await dead.leases.announce();
    const request = { ptyId: LEASE.ptyId, terms: 'always', to: one.leases.window };
    const texts = [
      JSON.stringify({ ...request, from: dead.leases.window }),
      JSON.stringify({ ...request, from: 'unknown.json' }),
      JSON.stringify({ ...request, from: one.leases.window, to: dead.leases.window }),
      '{"ptyId"',
      '',
    ];
    for (const [index, text] of texts.entries()) {
      await writeFile(join(directory, `${String(index).padStart(16, '0')}.request`), text);
    }
    await writeFile(join(directory, `${'a'.repeat(16)}.answer`), '{"answer":"ended"}');
    await writeFile(join(directory, 'stranger.request'), '');
    await one.handovers.serve(one.handle);
    await waitFor(async () => (await left()).length === 1, { limitMs: LIMIT_MS, what: 'the end' });
    assert.deepEqual([await left(), one.asked], [['stranger.request'], []]);
  });

  it('are for this user alone to read', async () => {
    const [one, two] = [await holding(), open()];
    const answer = two.handovers.ask(LEASE.ptyId, 'always');
    await waitFor(requested, { limitMs: LIMIT_MS, what: 'a request' });
    const [name = ''] = await left();
    assert.equal((await stat(join(directory, name))).mode & 0o777, 0o600);
    await one.handovers.serve(one.handle);
    await answer;
  });
});
