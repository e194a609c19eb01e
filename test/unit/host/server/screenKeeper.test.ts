import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { Emitter } from '../../../../src/base/event';
import { nullLogger } from '../../../../src/base/logger';
import { ScreenKeeper } from '../../../../src/host/server/screenKeeper';
import type { SessionEvent } from '../../../../src/pty/sessionService';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { ManualClock } from '../../../support/manualClock';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe('ScreenKeeper', () => {
  const session = sessionInfo({ id: 'shell-main-a' });
  let clock: ManualClock;
  let output: Emitter<string>;
  let done: string[];
  let keeper: ScreenKeeper;

  beforeEach(() => {
    clock = new ManualClock();
    output = new Emitter<string>();
    done = [];
    const note = (what: string): Promise<void> => Promise.resolve(void done.push(what));
    keeper = new ScreenKeeper({
      ...{ clock, logger: nullLogger, onDidOutput: output.event },
      sessions: {
        onDidChange: new Emitter<SessionEvent>().event,
        get: () => session,
        find: () => ({ colouredText: () => Promise.resolve('text') }),
      },
      screens: {
        write: (id) => note(`write ${id}`),
        remove: (id) => note(`remove ${id}`),
        removeAll: () => note('remove all'),
        sweep: () => note('sweep'),
      },
    });
  });
  afterEach(() => {
    keeper.dispose();
    assert.equal(clock.pendingTimers, 0);
  });

  it('removes all screens once if the setting is off at first', async () => {
    keeper.set(false);
    keeper.set(false);
    await setImmediate();
    assert.deepEqual(done, ['sweep', 'remove all']);
  });

  it('removes no screen while the setting is on, and all when it is turned off', async () => {
    keeper.set(true);
    await setImmediate();
    assert.deepEqual(done, ['sweep']);
    keeper.set(false);
    await setImmediate();
    assert.deepEqual(done, ['sweep', 'remove all']);
  });

  it('sweeps once a minute after its writes, not after each', async () => {
    keeper.set(true);
    for (let writes = 0; writes < 4; writes++) {
      output.fire(session.id);
      clock.advance(MINUTE_MS / 2);
      await setImmediate();
    }
    const write = 'write shell-main-a';
    assert.deepEqual(done, ['sweep', write, write, 'sweep', write, write, 'sweep']);
  });

  it('sweeps once a day without writes', async () => {
    clock.advance(2 * DAY_MS);
    await setImmediate();
    assert.deepEqual(done, ['sweep', 'sweep', 'sweep']);
  });
});
