import assert from 'node:assert/strict';
import { HostHealthWatch } from '../../../../src/host/client/hostHealth';
import { ManualClock } from '../../../support/manualClock';

describe('HostHealthWatch', () => {
  let clock: ManualClock;
  let states: string[];
  let answers: boolean;
  let pings: number;
  let watch: HostHealthWatch;

  beforeEach(() => {
    clock = new ManualClock();
    states = [];
    answers = true;
    pings = 0;
    const ping = (): void => {
      pings++;
      if (answers) {
        watch.handleReceived();
      }
    };
    watch = new HostHealthWatch(clock, ping, (error) => assert.fail(String(error)));
    watch.onDidChange(({ state }) => states.push(state));
    watch.watch(4711);
  });
  afterEach(() => {
    watch.dispose();
    assert.equal(clock.pendingTimers, 0);
  });

  it('reports a host that answers as well, and pings it every five seconds', () => {
    clock.advance(60_000);
    assert.deepEqual([states, pings], [['responsive'], 12]);
  });

  it('reports an unresponsive host once within eleven seconds, and later that it is responsive again', () => {
    clock.advance(5000);
    answers = false;
    clock.advance(9000);
    assert.deepEqual(states, ['responsive']);
    clock.advance(2000);
    assert.deepEqual(states, ['responsive', 'unresponsive']);
    clock.advance(60_000);
    answers = true;
    clock.advance(5000);
    assert.deepEqual(states, ['responsive', 'unresponsive', 'responsive']);
  });

  it('does not report a host as unresponsive because the window slept', () => {
    answers = false;
    for (let nap = 0; nap < 4; nap++) {
      // A timer that was due long ago runs as soon as the process does.
      clock.sleep(3_600_000);
    }
    assert.deepEqual(states, ['responsive']);
    watch.handleReceived();
    clock.advance(9000);
    assert.deepEqual(states, ['responsive']);
  });

  it('ignores changes of the system clock', () => {
    clock.set(3_600_000);
    clock.advance(2000);
    clock.set(-7_200_000);
    clock.advance(2000);
    assert.deepEqual(states, ['responsive']);
  });

  it('has no timer once the host is gone', () => {
    watch.end({ state: 'gone', pid: 4711, lost: [] });
    assert.equal(clock.pendingTimers, 0);
    assert.deepEqual(states, ['responsive', 'gone']);
  });
});
