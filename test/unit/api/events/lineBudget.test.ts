import assert from 'node:assert/strict';
import { LineBudget } from '../../../../src/api/events/lineBudget';
import { EVENT_LINES } from '../../../../src/api/limits';
import { ManualClock } from '../../../support/manualClock';

const { share, shareMs, newest } = EVENT_LINES;

describe('LineBudget', () => {
  let clock: ManualClock;
  let emitted: string[];
  let budget: LineBudget;

  beforeEach(() => {
    clock = new ManualClock();
    emitted = [];
    budget = new LineBudget(clock, (line) => emitted.push(line));
  });

  const lines = (count: number, from = 1) =>
    Array.from({ length: count }, (_, index) => `${from + index}`);

  it('emits lines within the share at once', () => {
    budget.push(lines(share));
    assert.deepEqual(emitted, lines(share));
  });

  it('emits the newest of the further lines later, with the number of omitted ones', () => {
    budget.push(lines(share));
    budget.push(lines(newest + 7, share + 1));
    assert.equal(emitted.length, share);
    clock.advance(shareMs);
    assert.deepEqual(emitted.slice(share), ['[7 lines left out]', ...lines(newest, share + 8)]);
  });

  it('counts lines that are omitted in several parts', () => {
    budget.push(lines(share));
    for (let piece = 0; piece < 10; piece++) {
      budget.push(lines(60, share + 1 + piece * 60));
    }
    clock.advance(shareMs);
    assert.deepEqual(emitted.slice(share, share + 2), [
      `[${600 - newest} lines left out]`,
      `${share + 601 - newest}`,
    ]);
  });

  it('emits no count if no line was omitted', () => {
    budget.push(lines(share + newest));
    clock.advance(shareMs);
    assert.deepEqual(emitted, lines(share + newest));
  });

  it('emits all pending lines at the end', () => {
    budget.push(lines(share + newest + 1));
    budget.flush();
    assert.deepEqual(emitted.slice(share), ['[1 line left out]', ...lines(newest, share + 2)]);
  });

  it('begins a new share after each interval, and then keeps no timer', () => {
    budget.push(lines(share));
    clock.advance(shareMs);
    budget.push(lines(share));
    assert.equal(emitted.length, 2 * share);
    clock.advance(shareMs);
    assert.equal(clock.pendingTimers, 0);
  });
});
