import assert from 'node:assert/strict';
import {
  AT_ONCE,
  nextWait,
  REFUSED_MS,
  RETURN_MS,
  waitOf,
  type Wait,
} from '../../../src/ownership/sessionWaits';

const NOW = 1_000_000;

describe('the wait of a session', () => {
  it('lasts until its window has had time to return, and is over at once if it is offered', () => {
    assert.deepEqual(waitOf(undefined, false, NOW), { at: NOW + RETURN_MS, failures: 0 });
    assert.deepEqual(waitOf(undefined, true, NOW), AT_ONCE);
  });

  it('continues, and becomes shorter once it is offered', () => {
    const wait: Wait = { at: NOW + RETURN_MS, failures: 1 };
    assert.deepEqual(waitOf(wait, false, NOW + 1), wait);
    assert.deepEqual(waitOf(wait, true, NOW), { at: NOW + REFUSED_MS, failures: 1 });
    assert.deepEqual(waitOf(wait, true, wait.at), wait, 'it never becomes longer');
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
    assert.deepEqual(nextWait(undefined, NOW, { hasFailed: true, isOffered: true }), {
      at: NOW + REFUSED_MS,
      failures: 1,
    });
  });
});
