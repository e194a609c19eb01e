import assert from 'node:assert/strict';
import { parseStatusRules } from '../../../src/config/parseStatusRules';

describe('parseStatusRules', () => {
  const rule = { id: 'ask', shows: 'question', where: { last: 3 }, all: ['\\?$'] };

  it('returns valid rules unchanged', () => {
    const { value, problems } = parseStatusRules({ claude: [rule], mine: [] });
    assert.deepEqual(value, { claude: [rule], mine: [] });
    assert.deepEqual(problems, []);
  });

  const WRONG: readonly (readonly [string, unknown, readonly string[], unknown])[] = [
    ['a value that is not an object', ['x'], ['statusRules'], {}],
    ['rules that are not a list', { claude: rule }, ['statusRules.claude'], { claude: [] }],
    [
      'an unknown state',
      { a: [rule, { ...rule, shows: 'busy' }] },
      ['statusRules.a.1'],
      { a: [rule] },
    ],
    [
      'an unknown field',
      { a: [{ ...rule, regex: 'x' }, rule] },
      ['statusRules.a.0'],
      { a: [rule] },
    ],
    [
      'a pattern that is not text',
      { a: [{ ...rule, all: [/x/] }] },
      ['statusRules.a.0'],
      { a: [] },
    ],
    [
      'a range of no rows',
      { a: [{ ...rule, where: { last: 0 } }] },
      ['statusRules.a.0'],
      { a: [] },
    ],
  ];
  for (const [name, raw, keys, used] of WRONG) {
    it(`reports ${name}, and keeps the rest`, () => {
      const { value, problems } = parseStatusRules(raw);
      assert.deepEqual(
        problems.map(({ key }) => key),
        keys,
      );
      assert.deepEqual(value, used);
    });
  }
});
