import assert from 'node:assert/strict';
import { WORKER_ENDS } from '../../../../../src/pty/limits';
import { WorkerEnds } from '../../../../../src/pty/screen/worker/workerEnds';
import { ManualClock } from '../../../../support/manualClock';

describe('WorkerEnds', () => {
  it('allows three ends within an hour, and the next start when the first is older', () => {
    const clock = new ManualClock();
    const ends = new WorkerEnds(clock);
    for (let end = 0; end < 3; end++) {
      assert.ok(ends.allowsStart);
      ends.add();
      clock.advance(1000);
    }
    assert.ok(!ends.allowsStart);
    clock.set(2 * WORKER_ENDS.ms);
    assert.ok(!ends.allowsStart, 'the wall clock does not count');
    clock.advance(WORKER_ENDS.ms - 3001);
    assert.ok(!ends.allowsStart);
    clock.advance(1);
    assert.ok(ends.allowsStart);
  });
});
