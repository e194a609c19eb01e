import assert from 'node:assert/strict';
import { delay } from '../../../src/base/clock';
import { ManualClock } from '../../support/manualClock';

describe('delay', () => {
  it('resolves when the time has passed, and not before', async () => {
    const clock = new ManualClock();
    const log: string[] = [];
    const delayed = delay(clock, 20).then(() => log.push('resolved'));
    clock.advance(19);
    await Promise.resolve();
    assert.deepEqual(log, []);
    clock.advance(1);
    await delayed;
    assert.deepEqual(log, ['resolved']);
  });
});
