import assert from 'node:assert/strict';
import { firstWait, nextWait, RETURN_MS, type Wait } from '../../../src/ownership/sessionWaits';

const NOW = 1_000_000;

describe('the wait of a session', () => {
  it('lasts until its window has had time to return', () => {
    assert.deepEqual(firstWait(NOW), { at: NOW + RETURN_MS, failures: 0 });
  });

  it('becomes ever longer after failures, but not after it was postponed', () => {
    let wait: Wait | undefined;
    const repeat = (hasFailed: boolean): number => {
      wait = nextWait(wait, NOW, { hasFailed });
      return wait.at - NOW;
    };
    assert.deepEqual(
      [true, true, false, true].map(repeat),
      [1, 2, 4, 4].map((factor) => factor * RETURN_MS),
    );
    assert.equal(Array<boolean>(99).fill(true).map(repeat).at(-1), 600_000);
  });
});
