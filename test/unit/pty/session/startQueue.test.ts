import assert from 'node:assert/strict';
import { StartQueue } from '../../../../src/pty/session/startQueue';

describe('StartQueue', () => {
  it('lets the first start run at once, and each further one after a turn of the event loop', async () => {
    const queue = new StartQueue();
    const seen: string[] = [];
    let loops = 0;
    let isOver = false;
    const countLoops = (): void => {
      loops += 1;
      if (!isOver) {
        setImmediate(countLoops);
      }
    };
    setImmediate(countLoops);
    const starts = ['a', 'b', 'c'].map(async (name) => {
      await queue.next();
      seen.push(`${name} in turn ${loops}`);
    });
    await starts[0];
    assert.deepEqual(seen, ['a in turn 0']);
    await Promise.all(starts).finally(() => (isOver = true));
    assert.deepEqual(seen, ['a in turn 0', 'b in turn 1', 'c in turn 2']);
  });

  it('continues in order after a start that did not wait', async () => {
    const queue = new StartQueue();
    await queue.next();
    const seen: number[] = [];
    await Promise.all([1, 2, 3].map((start) => queue.next().then(() => seen.push(start))));
    assert.deepEqual(seen, [1, 2, 3]);
  });
});
