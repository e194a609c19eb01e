import assert from 'node:assert/strict';
import {
  planArchiveQuestion,
  planDeletionQuestion,
  type RemovalFacts,
} from '../../../../src/commands/tasks/planRemovalQuestion';
import { lossesOf, worktreeTask } from '../../../support/agents/worktreeTask';
import { taskIn } from '../../../support/views/treeSources';

const TREE = worktreeTask('t1');
const NOTHING_LOST =
  'Nothing is lost: all that is in /home/ada/app.worktrees/t1 is committed and pushed or merged.';

const DELETIONS: readonly (readonly [
  name: string,
  facts: RemovalFacts,
  detail: string,
  deletions: readonly string[],
])[] = [
  [
    'a task without a worktree',
    { task: taskIn('app', 't1'), running: [], losses: undefined },
    'Only the task is removed from the list. Its files and the conversations that agents have stored stay as they are.',
    ['forget'],
  ],
  [
    'a task whose repository is missing',
    { task: TREE, running: ['Ada'], losses: undefined },
    'Ada runs in it and ends.\n\nIts repository cannot be read, so only the task is removed from the list. Its worktree and its branch stay as they are.',
    ['forget'],
  ],
  [
    'a clean worktree',
    { task: TREE, running: [], losses: lossesOf() },
    NOTHING_LOST,
    ['withBranch', 'keepBranch'],
  ],
  [
    'a clean worktree with running sessions',
    { task: TREE, running: ['Ada', 'Bob', 'Shell'], losses: lossesOf() },
    `Ada, Bob and Shell run in it and end.\n\n${NOTHING_LOST}`,
    ['withBranch', 'keepBranch'],
  ],
  [
    'uncommitted and untracked files',
    { task: TREE, running: [], losses: lossesOf({ uncommitted: ['a', 'b'], untracked: ['c'] }) },
    'With the worktree /home/ada/app.worktrees/t1 you lose 2 uncommitted files (a, b), 1 untracked file (c).',
    ['withBranch', 'keepBranch'],
  ],
  [
    'unpushed commits, whose branch is kept by default',
    { task: TREE, running: [], losses: lossesOf({ unpushed: ['1a2b3c4 Fix'], untracked: ['c'] }) },
    'With the worktree /home/ada/app.worktrees/t1 you lose 1 untracked file (c).\n\nWith the branch agent/t1 you lose 1 unpushed commit (1a2b3c4 Fix).',
    ['keepBranch', 'withBranch'],
  ],
];

describe('planDeletionQuestion', () => {
  for (const [name, facts, detail, deletions] of DELETIONS) {
    it(`describes ${name}`, () => {
      const question = planDeletionQuestion(facts);
      assert.deepEqual(question, { message: 'Delete task "Task t1"?', detail, deletions });
    });
  }
});

describe('planArchiveQuestion', () => {
  it('names the sessions that end, and the branch that is kept', () => {
    assert.deepEqual(planArchiveQuestion({ task: TREE, running: ['Ada'] }), {
      message: 'Archive task "Task t1"?',
      detail:
        'Ada runs in it and ends.\n\nIts worktree is removed and its branch agent/t1 kept, for Unarchive Task...',
    });
    const { detail } = planArchiveQuestion({ task: taskIn('app', 't1'), running: ['Ada'] });
    assert.equal(detail, 'Ada runs in it and ends.\n\nUnarchive Task... brings it back.');
  });
});
