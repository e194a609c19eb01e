import assert from 'node:assert/strict';
import { chooseGroups, GROWTH_IDS, isGrowth } from '../../../bench/chooseGroups';

describe('chooseGroups', () => {
  const groups = [{ id: 'P1' }, { id: 'P5', isExtra: true }, { id: 'D2' }] as const;

  const cases = [
    { names: [], is: ['P1', 'D2'], what: 'those that are not extra, without a name' },
    { names: ['D2', 'P5', 'P1'], is: ['P1', 'P5', 'D2'], what: 'the named ones in their order' },
    { names: ['growth'], is: GROWTH_IDS, what: 'how cost grows' },
    { names: ['growth-start', 'D2'], is: ['D2', 'growth-start'], what: 'one growth' },
    { names: ['P1', 'all'], is: ['P1', 'P5', 'D2', ...GROWTH_IDS], what: 'all' },
  ];
  for (const { names, is, what } of cases) {
    it(`chooses ${what}`, () => assert.deepEqual(chooseGroups(groups, names), is));
  }

  it('refuses unknown names with those that are known', () =>
    assert.throws(
      () => chooseGroups(groups, ['P1', 'P2', 'P3']),
      new Error(
        `Unknown row P2, P3. Known rows: P1, P5, D2, ${GROWTH_IDS.join(', ')}, growth, all.`,
      ),
    ));

  it('tells the groups that measure how cost grows from those of rows', () =>
    assert.deepEqual(['P1', 'growth', 'growth-load'].filter(isGrowth), ['growth-load']));
});
