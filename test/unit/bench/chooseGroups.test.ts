import assert from 'node:assert/strict';
import { chooseGroups } from '../../../bench/chooseGroups';

describe('chooseGroups', () => {
  const groups = [{ id: 'P1' }, { id: 'P5', isExtra: true }, { id: 'D2' }] as const;

  const cases = [
    { names: [], is: ['P1', 'D2'], what: 'those that are not extra, without a name' },
    { names: ['D2', 'P5', 'P1'], is: ['P1', 'P5', 'D2'], what: 'the named ones in their order' },
    { names: ['growth'], is: ['growth'], what: 'how cost grows' },
    { names: ['P1', 'all'], is: ['P1', 'P5', 'D2', 'growth'], what: 'all' },
  ];
  for (const { names, is, what } of cases) {
    it(`chooses ${what}`, () => assert.deepEqual(chooseGroups(groups, names), is));
  }

  it('refuses unknown names with those that are known', () =>
    assert.throws(
      () => chooseGroups(groups, ['P1', 'P2', 'P3']),
      new Error('Unknown row P2, P3. Known rows: P1, P5, D2, growth, all.'),
    ));
});
