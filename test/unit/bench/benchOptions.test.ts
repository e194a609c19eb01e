import assert from 'node:assert/strict';
import { parseBenchOptions } from '../../../bench/benchOptions';

describe('parseBenchOptions', () => {
  it('names no rows and no version by default', () => {
    const expected = { names: [], write: false, against: undefined, rounds: 5 };
    assert.deepEqual(parseBenchOptions([]), expected);
  });

  it('takes rows, a version and a number of rounds', () => {
    const args = ['P1', '--against', 'v0.1.0', 'P3', '--rounds', '7'];
    const expected = { names: ['P1', 'P3'], write: false, against: 'v0.1.0', rounds: 7 };
    assert.deepEqual(parseBenchOptions(args), expected);
    assert.equal(parseBenchOptions(['P1', '--write']).write, true);
  });

  for (const rounds of ['0', '1.5', 'many', '']) {
    it(`refuses "${rounds}" rounds`, () =>
      assert.throws(() => parseBenchOptions(['--rounds', rounds]), /takes a number from 1/));
  }

  it('refuses unknown options', () =>
    assert.throws(() => parseBenchOptions(['--agianst', 'x']), /--agianst/));
});
