import assert from 'node:assert/strict';
import { HookIntake } from '../../../../src/api/hooks/hookIntake';
import type { HookEvent } from '../../../../src/status/sources/hookEvent';
import { ManualClock } from '../../../support/manualClock';

describe('HookIntake', () => {
  let clock = new ManualClock();
  let intake = new HookIntake(clock);
  let received: HookEvent[] = [];

  beforeEach(() => {
    clock = new ManualClock();
    intake = new HookIntake(clock);
    received = [];
    intake.onDidReceive((event) => received.push(event));
  });

  const take = (ptyId: string, index: number): void =>
    intake.take({ ptyId, name: 'Stop', body: String(index), at: index });

  const payloads = (): readonly unknown[] => received.map(({ payload }) => payload);

  it('emits events at once up to the limit', () => {
    for (let index = 0; index < 50; index++) {
      take('a', index);
    }
    assert.equal(received.length, 50);
  });

  it('emits the newest of the further events when the next time window begins', () => {
    for (let index = 0; index < 10_000; index++) {
      take('a', index);
    }
    assert.equal(received.length, 50);
    clock.advance(500);
    assert.deepEqual(payloads().slice(49), [49, 9_999]);
    assert.equal(received.at(-1)?.at, 9_999);
    take('a', 10_000);
    assert.equal(payloads().at(-1), 10_000);
  });

  it('limits each session on its own', () => {
    for (let index = 0; index < 100; index++) {
      take('a', index);
    }
    take('b', 1);
    assert.equal(received.at(-1)?.ptyId, 'b');
  });

  it('keeps no timer without events', () => {
    take('a', 1);
    clock.advance(500);
    assert.equal(clock.pendingTimers, 0);
  });

  it('keeps no timer once it is disposed', () => {
    for (let index = 0; index < 100; index++) {
      take('a', index);
    }
    intake.dispose();
    assert.equal(clock.pendingTimers, 0);
  });
});
