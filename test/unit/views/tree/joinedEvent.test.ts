import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/event';
import { JoinedEvent } from '../../../../src/views/tree/joinedEvent';
import { ManualClock } from '../../../support/manualClock';

describe('JoinedEvent', () => {
  it('fires once for several events within its delay, and not after dispose', () => {
    const clock = new ManualClock();
    const one = new Emitter<string>();
    const other = new Emitter<void>();
    const joined = new JoinedEvent(clock, 50, [one.event, other.event]);
    let fired = 0;
    joined.event(() => (fired += 1));
    one.fire('x');
    clock.advance(40);
    other.fire();
    clock.advance(10);
    assert.equal(fired, 1);
    other.fire();
    joined.dispose();
    clock.advance(100);
    assert.deepEqual([fired, clock.pendingTimers], [1, 0]);
  });
});
