import assert from 'node:assert/strict';
import { setTimeout as turn } from 'node:timers/promises';
import { watchLoop } from '../../../bench/measure/watchLoop';

const BLOCK_MS = 60;
const TURNS = 20;

describe('watchLoop', () => {
  it('returns the duration, and the longest time without a turn of the loop', async () => {
    const { ms, longestBlockMs } = await watchLoop(async () => {
      await turnLoop();
      block();
      await turnLoop();
    });
    assert.ok(longestBlockMs >= BLOCK_MS, `${longestBlockMs} ms`);
    assert.ok(longestBlockMs < ms - TURNS, `${longestBlockMs} of ${ms} ms`);
  });

  it('includes a block at the end', async () => {
    const { longestBlockMs } = await watchLoop(() => Promise.resolve(block()));
    assert.ok(longestBlockMs >= BLOCK_MS, `${longestBlockMs} ms`);
  });
});

/** Takes at least a millisecond for each turn. */
async function turnLoop(): Promise<void> {
  for (let count = 0; count < TURNS; count++) {
    await turn(1);
  }
}

function block(): void {
  const start = performance.now();
  while (performance.now() - start < BLOCK_MS) {
    // Keeps the loop from its next turn.
  }
}
