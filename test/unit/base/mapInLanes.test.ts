import assert from 'node:assert/strict';
import { mapInLanes } from '../../../src/base/mapInLanes';

describe('mapInLanes', () => {
  it('keeps the order, and runs no more at the same time than it has lanes', async () => {
    let running = 0;
    let most = 0;
    const results = await mapInLanes([3, 1, 2, 0], 2, async (turns) => {
      most = Math.max(most, (running += 1));
      for (let turn = 0; turn < turns; turn += 1) {
        await Promise.resolve();
      }
      running -= 1;
      return turns * 10;
    });
    assert.deepEqual([results, most], [[30, 10, 20, 0], 2]);
  });
});
