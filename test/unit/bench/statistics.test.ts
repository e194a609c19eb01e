import assert from 'node:assert/strict';
import { median, percentile } from '../../../bench/measure/statistics';

describe('percentile', () => {
  const hundred = Array.from({ length: 100 }, (_, at) => 100 - at);
  const cases = [
    { name: 'the lowest value at 0', values: hundred, percent: 0, is: 1 },
    { name: 'the value above the lower half at 50', values: hundred, percent: 50, is: 51 },
    { name: 'the value above 99 of 100 at 99', values: hundred, percent: 99, is: 100 },
    { name: 'the highest value at 100', values: hundred, percent: 100, is: 100 },
    { name: 'the highest by number, not by text', values: [10, 9, 1], percent: 99, is: 10 },
    { name: 'NaN without values', values: [], percent: 50, is: NaN },
  ];
  for (const { name, values, percent, is } of cases) {
    it(`is ${name}`, () => assert.equal(percentile(values, percent), is));
  }

  it('does not reorder the values', () => {
    const values = [3, 1, 2];
    percentile(values, 50);
    assert.deepEqual(values, [3, 1, 2]);
  });
});

describe('median', () => {
  it('is the middle value', () => assert.equal(median([9, 1, 5]), 5));
  it('is the upper of two middle values', () => assert.equal(median([4, 1, 3, 2]), 3));
});
