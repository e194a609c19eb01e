import assert from 'node:assert/strict';
import { formatAge } from '../../../../src/views/attention/formatAge';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('formatAge', () => {
  const CASES: readonly (readonly [ageMs: number, words: string])[] = [
    [-DAY, 'just now'],
    [0, 'just now'],
    [MINUTE - 1, 'just now'],
    [MINUTE, '1 min ago'],
    [HOUR - 1, '59 min ago'],
    [HOUR, '1 h ago'],
    [DAY - 1, '23 h ago'],
    [DAY, '1 day ago'],
    [29 * DAY, '29 days ago'],
    [30 * DAY, '1 month ago'],
    [364 * DAY, '12 months ago'],
    [365 * DAY, '1 year ago'],
    [800 * DAY, '2 years ago'],
  ];
  for (const [ageMs, words] of CASES) {
    it(`formats ${ageMs} ms as ${words}`, () => assert.equal(formatAge(ageMs), words));
  }
});
