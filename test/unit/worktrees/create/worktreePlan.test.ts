import assert from 'node:assert/strict';
import { SessionError } from '../../../../src/base/errors';
import { findBlockingBranch } from '../../../../src/worktrees/git/branches';
import {
  candidateNames,
  requireOutside,
  worktreesDirectory,
  type NameFacts,
  type Names,
  MAX_SLUG_LENGTH,
  numbered,
  toSlug,
} from '../../../../src/worktrees/create/worktreePlan';

const FACTS: NameFacts = {
  directory: '/w',
  slug: 'fix',
  branchPrefix: 'agent/',
  branches: [],
  remoteBranches: [],
  worktreePaths: [],
};

describe('candidateNames', () => {
  const first = (facts: Partial<NameFacts>): Names | undefined => {
    const [names] = candidateNames({ ...FACTS, ...facts });
    return names;
  };

  const table: readonly (readonly [string, Partial<NameFacts>, string, string])[] = [
    ['free names', {}, 'agent/fix', '/w/fix'],
    ['a branch of that name', { branches: ['agent/fix'] }, 'agent/fix-2', '/w/fix-2'],
    ['a branch in another letter case', { branches: ['Agent/FIX'] }, 'agent/fix-2', '/w/fix-2'],
    ['a branch below that name', { branches: ['agent/fix/a'] }, 'agent/fix-2', '/w/fix-2'],
    ['a branch of a remote', { remoteBranches: ['Agent/fix'] }, 'agent/fix-2', '/w/fix-2'],
    ['a remote branch below it', { remoteBranches: ['agent/fix/a'] }, 'agent/fix-2', '/w/fix-2'],
    ['the prefix as a remote branch', { remoteBranches: ['agent'] }, 'agent/fix', '/w/fix'],
    ['a similar branch', { branches: ['agent/fixed'] }, 'agent/fix', '/w/fix'],
    ['the path of another worktree', { worktreePaths: ['/w/FIX'] }, 'agent/fix-2', '/w/fix-2'],
    ['no prefix', { branchPrefix: '' }, 'fix', '/w/fix'],
  ];
  for (const [what, facts, branch, path] of table) {
    it(`returns ${branch} in ${path} with ${what}`, () => {
      assert.deepEqual(first(facts), { branch, path });
    });
  }

  it('refuses a prefix that is a branch', () => {
    assert.throws(
      () => first({ branches: ['AGENT'] }),
      (error) => SessionError.is(error, 'BAD_REQUEST'),
    );
  });

  it('returns 1000 candidates', () => {
    assert.equal([...candidateNames(FACTS)].length, 1000);
  });
});

describe('findBlockingBranch', () => {
  it('returns the branch that is a parent of the name, in any letter case', () => {
    assert.equal(findBlockingBranch(['a', 'b/C'], 'b/c/d'), 'b/C');
    assert.equal(findBlockingBranch(['a', 'bc'], 'b'), undefined);
  });
});

describe('worktreesDirectory', () => {
  const facts = { main: '/x/repo', outermost: '/x/repo', setting: '', home: '/h' };
  for (const [changes, directory] of [
    [{}, '/x/repo.worktrees'],
    [{ main: '/x/repo.git', outermost: '/x/repo.git' }, '/x/repo.worktrees'],
    [{ main: '/x/.git', outermost: '/x/.git' }, '/x/.git.worktrees'],
    [{ main: '/s/u/b/repo', outermost: '/s/u' }, '/s/repo.worktrees'],
    [{ setting: '/t' }, '/t/repo.worktrees'],
    [{ setting: '~/t' }, '/h/t/repo.worktrees'],
    [{ setting: '~t' }, '/x/repo/~t/repo.worktrees'],
    [{ setting: '..' }, '/x/repo.worktrees'],
  ] as const) {
    it(`is ${directory} for ${JSON.stringify(changes)}`, () => {
      assert.equal(worktreesDirectory({ ...facts, ...changes }), directory);
    });
  }

  it('must not be inside a working tree', () => {
    requireOutside('/x/repo.worktrees', ['/x/repo']);
    requireOutside('/x/..repo', ['/x/repo']);
    assert.throws(() => requireOutside('/x/repo/..w', ['/x/repo']), /inside the working tree/);
    assert.throws(() => requireOutside('/x/repo', ['/y', '/x/repo']), /inside the working tree/);
  });
});

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
