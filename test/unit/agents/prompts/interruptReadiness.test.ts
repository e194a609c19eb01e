import assert from 'node:assert/strict';
import { InterruptReadiness } from '../../../../src/agents/prompts/interruptReadiness';
import { BlockedError, SessionError } from '../../../../src/base/errors';
import type { ActivityState } from '../../../../src/status/activity';
import { ManualClock } from '../../../support/manualClock';
import { FakeAgentStatus } from '../../../support/status/fakeAgentStatus';

const AGENT = { id: 'a', label: 'Claude' };

describe('the interrupt of an agent', () => {
  let clock: ManualClock;
  let status: FakeAgentStatus;
  let interrupts: InterruptReadiness;

  beforeEach(() => {
    clock = new ManualClock();
    status = new FakeAgentStatus();
    interrupts = new InterruptReadiness(status, clock);
    status.screens.set('a', { rows: [], cursor: { row: 0, column: 0 } });
  });

  const put = (state: ActivityState): void =>
    status.set('a', state, { source: 'program', since: clock.now() });

  const isResting = (error: unknown): boolean =>
    SessionError.is(error, 'ILLEGAL_STATE') && /^Claude is not working/.test(error.message);

  /** Lets time pass until the promise settles, and returns how much. */
  async function passUntilSettled(promise: Promise<unknown>): Promise<number> {
    let settled = false;
    const handleSettled = (): void => void (settled = true);
    promise.then(handleSettled, handleSettled);
    const begin = clock.now();
    for (let turn = 0; turn < 200; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (settled) {
        return clock.now() - begin;
      }
      clock.advance(50);
    }
    return assert.fail('it never settled');
  }

  for (const kind of ['idle', 'done', 'failed'] as const) {
    it(`presses no key while it is ${kind}`, async () => {
      put({ kind });
      await assert.rejects(interrupts.until(AGENT), isResting);
    });
  }

  it('presses no key after its usage limit', async () => {
    put({ kind: 'limited', resets: undefined });
    await assert.rejects(interrupts.until(AGENT), isResting);
  });

  for (const state of [
    { kind: 'working' },
    { kind: 'unknown' },
    { kind: 'needsInput', need: 'permission', question: 'Run?' },
  ] as const) {
    it(`presses the keys at once while it is ${state.kind}`, async () => {
      put(state);
      assert.equal(await passUntilSettled(interrupts.until(AGENT)), 0);
    });
  }

  it('presses the keys no second time if the first interrupt ends the work, however late', async () => {
    put({ kind: 'working' });
    await interrupts.until(AGENT);
    const second = interrupts.until(AGENT);
    clock.schedule(1500, () => put({ kind: 'idle' }));
    await passUntilSettled(second);
    await assert.rejects(second, isResting);
  });

  it('presses the keys again for an agent that goes on working, one interrupt after the other', async () => {
    put({ kind: 'working' });
    await interrupts.until(AGENT);
    const waits = [1, 2].map(() => passUntilSettled(interrupts.until(AGENT)));
    const [second = 0, third = 0] = await Promise.all(waits);
    assert.ok(second >= 2000 && third - second >= 2000, `after ${second} and ${third} ms`);
  });

  it('answers no dialog that opens while it waits', async () => {
    put({ kind: 'working' });
    await interrupts.until(AGENT);
    const second = interrupts.until(AGENT);
    clock.schedule(1500, () => put({ kind: 'needsInput', need: 'permission', question: 'Run?' }));
    await passUntilSettled(second);
    await assert.rejects(
      second,
      (error) => error instanceof BlockedError && error.question === 'Run?',
    );
  });

  it('waits for the beginning of the work on a prompt that it has just accepted', async () => {
    put({ kind: 'idle' });
    clock.advance(100);
    interrupts.handleAccepted('a');
    const interrupted = interrupts.until(AGENT);
    clock.schedule(1000, () => put({ kind: 'working' }));
    assert.ok((await passUntilSettled(interrupted)) >= 1000);
    await interrupted;
  });

  it('does not wait for work that has ended, nor for long', async () => {
    put({ kind: 'idle' });
    clock.advance(100);
    interrupts.handleAccepted('a');
    const late = interrupts.until(AGENT);
    assert.ok((await passUntilSettled(late)) >= 5000);
    await assert.rejects(late, isResting);
    interrupts.handleAccepted('a');
    clock.advance(1);
    put({ kind: 'done' });
    const ended = interrupts.until(AGENT);
    assert.equal(await passUntilSettled(ended), 0);
    await assert.rejects(ended, isResting);
  });
});
