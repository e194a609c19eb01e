import assert from 'node:assert/strict';
import { parseBenchOptions } from '../../../bench/benchOptions';
import { ROWS } from '../../../bench/report/goals';

describe('parseBenchOptions', () => {
  it('names all rows and no version by default', () => {
    const ids = ROWS.map(({ id }) => id);
    const expected = { ids, write: false, against: undefined, rounds: 5 };
    assert.deepEqual(parseBenchOptions([]), expected);
  });

  it('takes rows, in the order of the table, a version and a number of rounds', () => {
    const args = ['F10', '--against', 'v0.1.0', 'F3', '--rounds', '7'];
    const expected = { ids: ['F3', 'F10'], write: false, against: 'v0.1.0', rounds: 7 };
    assert.deepEqual(parseBenchOptions(args), expected);
    assert.equal(parseBenchOptions(['F1', '--write']).write, true);
  });

  const refused = [
    ...['0', '1.5', 'many', ''].map((rounds) => ({
      args: ['--rounds', rounds],
      error: /takes a number from 1/,
    })),
    { args: ['--rounds', '4', '--write'], error: /fewer than 5 rounds are not written/ },
    { args: ['P1', 'F1', 'F12'], error: /^Error: Unknown row P1, F12. Known rows: F1, .*, F11\.$/ },
    { args: ['--agianst', 'x'], error: /--agianst/ },
  ];
  for (const { args, error } of refused) {
    it(`refuses ${args.join(' ')}`, () => assert.throws(() => parseBenchOptions(args), error));
  }
});
