import assert from 'node:assert/strict';
import { HostHealthWatch } from '../../../../src/host/client/hostHealth';
import { ManualClock } from '../../../support/manualClock';

const HOUR_MS = 3_600_000;

describe('HostHealthWatch', () => {
  let clock: ManualClock;
  let states: string[];
  let answers: boolean;
  /** The pings that are not answered yet. */
  let pending: (() => void)[];
  let pings: number;
  let watch: HostHealthWatch;

  beforeEach(() => {
    clock = new ManualClock();
    [states, pending, pings, answers] = [[], [], 0, true];
    const ping = async (): Promise<void> => {
      pings++;
      await (answers ? undefined : new Promise<void>((resolve) => pending.push(resolve)));
    };
    watch = new HostHealthWatch(clock, ping, (error) => assert.fail(String(error)));
    watch.onDidChange(({ state }) => states.push(state));
    watch.watch(4711);
  });
  afterEach(() => {
    watch.dispose();
    assert.equal(clock.pendingTimers, 0);
  });

  it('pings a host that answers every five seconds, one ping at a time', async () => {
    await pass(60_000);
    assert.deepEqual([states, pings], [['responsive'], 12]);
    answers = false;
    await pass(60_000);
    assert.equal(pings, 13);
  });

  it('reports an unresponsive host once within ten seconds, and later that it is responsive again', async () => {
    answers = false;
    await pass(9000);
    assert.deepEqual(states, ['responsive']);
    await pass(1000);
    assert.deepEqual(states, ['responsive', 'unresponsive']);
    await pass(HOUR_MS);
    answers = true;
    pending.forEach((answer) => answer());
    await pass(HOUR_MS);
    assert.deepEqual(states, ['responsive', 'unresponsive', 'responsive']);
  });

  it('does not report a host because the window slept before or after a ping', async () => {
    answers = false;
    clock.sleep(HOUR_MS);
    assert.equal(pings, 1, 'the ping is sent after waking');
    for (let nap = 0; nap < 4; nap++) {
      // A timer that was due long ago runs as soon as the process does, before the answer is read.
      clock.sleep(HOUR_MS);
    }
    await pass(3000);
    answers = true;
    pending.forEach((answer) => answer());
    await pass(60_000);
    assert.deepEqual(states, ['responsive']);
  });

  it('reports a host that does not answer after waking either', async () => {
    answers = false;
    clock.sleep(HOUR_MS);
    clock.sleep(HOUR_MS);
    await pass(5000);
    assert.deepEqual(states, ['responsive', 'unresponsive']);
  });

  it('counts a host as responsive once it is connected again', async () => {
    answers = false;
    await pass(10_000);
    answers = true;
    watch.watch(4711);
    await pass(60_000);
    assert.deepEqual(states, ['responsive', 'unresponsive', 'responsive']);
  });

  it('ignores changes of the system clock', async () => {
    clock.set(HOUR_MS);
    await pass(2000);
    clock.set(-2 * HOUR_MS);
    await pass(2000);
    assert.deepEqual(states, ['responsive']);
  });

  it('has no timer once the host is gone', () => {
    watch.end({ state: 'gone', pid: 4711, lost: [] });
    assert.equal(clock.pendingTimers, 0);
    assert.deepEqual(states, ['responsive', 'gone']);
  });

  /** Lets time pass in steps between which answers are read. */
  async function pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 1000) {
      clock.advance(1000);
      await Promise.resolve();
      await Promise.resolve();
      await Promise.resolve();
    }
  }
});
