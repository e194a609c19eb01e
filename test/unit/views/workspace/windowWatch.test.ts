import assert from 'node:assert/strict';
import { WindowWatch } from '../../../../src/views/workspace/windowWatch';
import { ManualClock } from '../../../support/manualClock';

interface Asked {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

describe('WindowWatch', () => {
  function subject() {
    const clock = new ManualClock();
    const asked: Asked[] = [];
    const ask = (): Promise<void> =>
      new Promise((resolve, reject) => asked.push({ resolve, reject }));
    return { clock, asked, watch: new WindowWatch(clock, ask) };
  }

  it('reports a watched window for any answer, also for a rejection', async () => {
    const { clock, asked, watch } = subject();
    const first = watch.isWatched();
    asked[0]?.resolve();
    assert.equal(await first, true);
    const second = watch.isWatched();
    asked[1]?.reject(new Error('no'));
    assert.equal(await second, true);
    assert.equal(clock.pendingTimers, 0);
  });

  it('reports an unwatched window after three seconds, and queries again only after an answer', async () => {
    const { clock, asked, watch } = subject();
    const both = [watch.isWatched(), watch.isWatched()];
    clock.advance(2_999);
    assert.equal(clock.pendingTimers, 2);
    clock.advance(1);
    assert.deepEqual(await Promise.all(both), [false, false]);
    const late = watch.isWatched();
    assert.equal(asked.length, 1);
    asked[0]?.resolve();
    assert.equal(await late, true);
    void watch.isWatched();
    assert.equal(asked.length, 2);
  });
});
