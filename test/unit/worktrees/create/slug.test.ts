import assert from 'node:assert/strict';
import { MAX_SLUG_LENGTH, numbered, toSlug } from '../../../../src/worktrees/create/slug';

describe('toSlug', () => {
  const table: readonly (readonly [string, string])[] = [
    ['Fix login', 'fix-login'],
    ['  --Fix:  the/login?!  ', 'fix-the-login'],
    ['..', 'task'],
    ['../../etc', 'etc'],
    ['a\nb\x1b]0;c\u009b\u202ed', 'a-b-0-c-d'],
    ['🚀', 'task'],
    ['', 'task'],
    ['Größe ändern', 'größe-ändern'],
    ['Gro\u0308ße', 'größe'],
    ['修复登录', '修复登录'],
    ['हिन्दी', 'हिन्दी'],
    ['a.lock', 'a-lock'],
    ['CON', 'task-con'],
    ['com1', 'task-com1'],
    ['@{-1}', '1'],
    ['$(id) `x` "y"', 'id-x-y'],
    ['x'.repeat(100), 'x'.repeat(MAX_SLUG_LENGTH)],
    [`${'word '.repeat(20)}`, 'word-word-word-word-word-word-word-word'],
    [`ab ${'x'.repeat(100)}`, `ab-${'x'.repeat(MAX_SLUG_LENGTH - 3)}`],
    ['𝒳'.repeat(100), 'x'.repeat(MAX_SLUG_LENGTH)],
  ];
  for (const [name, slug] of table) {
    it(`returns ${slug} for ${JSON.stringify(name.slice(0, 30))} [A22]`, () => {
      assert.equal(toSlug(name), slug);
    });
  }

  it('adds a number from the second name on', () => {
    assert.deepEqual([numbered('a', 1), numbered('a', 2)], ['a', 'a-2']);
  });
});
