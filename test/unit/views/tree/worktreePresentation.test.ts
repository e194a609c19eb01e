import assert from 'node:assert/strict';
import type { WorktreeState } from '../../../../src/agents/worktrees/worktreeStates';
import { presentWorktree } from '../../../../src/views/tree/worktreePresentation';
import { statusOf, worktreeTask } from '../../../support/agents/worktreeTask';

const CASES: readonly (readonly [string, WorktreeState | undefined, string, boolean])[] = [
  ['a worktree that is not read yet', undefined, 'agent/t1', false],
  ['an unchanged worktree', there({}), 'agent/t1', false],
  [
    'work of all kinds',
    there({ ahead: 2, behind: 1, changedFiles: 2, untrackedFiles: 1 }),
    'agent/t1 · 2 ahead · 1 behind · 3 uncommitted',
    false,
  ],
  ['a squashed branch', there({ ahead: 2, behind: 1, isMerged: true }), 'agent/t1 · landed', false],
  [
    'new work after a merge',
    there({ isMerged: true, changedFiles: 1 }),
    'agent/t1 · landed · 1 uncommitted',
    false,
  ],
  ['another branch', there({ branch: 'main' }), 'main', false],
  ['a detached head', there({ branch: undefined }), 'no branch (agent/t1)', false],
  ['an unreadable worktree', { kind: 'unreadable', reason: 'No git.' }, 'agent/t1', false],
  ['a moved worktree', { kind: 'moved', path: '/new' }, 'worktree was moved · agent/t1', true],
  ['a missing worktree', { kind: 'missing' }, 'worktree is missing · agent/t1', true],
  ['a broken worktree', { kind: 'broken' }, 'worktree is broken · agent/t1', true],
];

function there(overrides: Parameters<typeof statusOf>[0]): WorktreeState {
  return { kind: 'there', status: statusOf(overrides) };
}

describe('presentWorktree', () => {
  const { worktree } = worktreeTask('t1');
  assert.ok(worktree);

  for (const [name, state, words, isLost] of CASES) {
    it(`shows for ${name}: ${words}`, () => {
      const presented = presentWorktree(worktree, state);
      assert.equal(presented.words.join(' · '), words);
      assert.equal(presented.isLost, isLost);
      assert.ok(presented.tooltip.length > 0);
    });
  }

  it('shows details in the tooltip', () => {
    const state = there({ ahead: 2, upstream: 'origin/agent/t1', unpushedCommits: 1 });
    assert.deepEqual(presentWorktree(worktree, state).tooltip, [
      'Branch agent/t1, which tracks origin/agent/t1',
      '2 ahead of main, 0 behind',
      '0 changed files, 0 untracked files',
      '1 unpushed commit',
    ]);
    assert.ok(
      presentWorktree(worktree, { kind: 'moved', path: '/new' }).tooltip.join().includes('/new'),
    );
  });
});
