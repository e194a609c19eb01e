import assert from 'node:assert/strict';
import { SessionError } from '../../../../src/base/errors';
import { deleteTask } from '../../../../src/commands/tasks/deleteTask';
import { lossesOf } from '../../../support/agents/worktreeTask';
import { ScriptedQuestions } from '../../../support/agents/scriptedQuestions';
import type { CommandWorld } from '../../../support/views/commandWorld';
import { taskIn } from '../../../support/views/treeSources';
import { ADA, ENDED, worktreeWorld as world } from '../../../support/views/worktreeWorld';

const isIllegal = (error: unknown): boolean => SessionError.is(error, 'ILLEGAL_STATE');

describe('deleteTask', () => {
  it('asks a person, and deletes or keeps the branch as they choose', async () => {
    const questions = new ScriptedQuestions(undefined, 'Delete Task and Branch');
    const made = world({ questions });
    await deleteTask(made.deps, { task: 't1' }, 'person');
    assert.deepEqual(made.events, []);
    await deleteTask(made.deps, { task: 't1' }, 'person');
    assert.deepEqual(made.events, [...ENDED, 'tear down t1', 'delete t1, branch delete, by force']);
    const keeping = world({ questions: new ScriptedQuestions('Delete Task, Keep Branch') });
    await deleteTask(keeping.deps, { task: 't1' }, 'person');
    assert.equal(keeping.events.at(-1), 'delete t1, branch keep, by force');
  });

  it('asks again if its agent adds files until it has ended', async () => {
    const questions = new ScriptedQuestions('Delete Task and Branch', undefined);
    const made = world({ questions });
    made.losses = [lossesOf(), lossesOf({ untracked: ['late.txt'] })];
    await deleteTask(made.deps, { task: 't1' }, 'person');
    assert.deepEqual(made.events, ENDED);
    assert.match(questions.asked[1]?.detail ?? '', /late\.txt/);
  });

  it('refuses to lose untracked files for a program, and keeps a branch with unpushed commits', async () => {
    const made = world({ questions: new ScriptedQuestions() });
    made.losses = [lossesOf({ untracked: ['new.txt'] })];
    await assert.rejects(deleteTask(made.deps, { task: 't1' }, 'program'), isIllegal);
    assert.deepEqual(made.events, []);
    made.losses = [lossesOf({ unpushed: ['1a2b3c4 Fix'] })];
    await deleteTask(made.deps, { task: 't1' }, 'program');
    assert.deepEqual(made.events, [...ENDED, 'tear down t1', 'delete t1, branch keep']);
  });

  it('only removes a task without a worktree, or whose repository is missing, from the list', async () => {
    const plain = world({ questions: new ScriptedQuestions('Delete Task') });
    plain.tasks = [taskIn('app', 't1', [ADA])];
    await deleteTask(plain.deps, { task: 't1' }, 'person');
    assert.deepEqual(plain.events, [...ENDED, 'remove t1']);
    const gone = world({ questions: new ScriptedQuestions('Delete Task') });
    gone.failure = new SessionError('CWD_NOT_FOUND', 'It is gone.');
    await deleteTask(gone.deps, { task: 't1' }, 'person');
    assert.deepEqual(gone.events, [...ENDED, 'remove t1']);
  });

  it('refuses a task with a session in another window, before it asks or ends anything', async () => {
    const questions = new ScriptedQuestions('Delete Task and Branch');
    const made = world({ questions });
    made.elsewhere.add(ADA);
    for (const source of ['person', 'program'] as const) {
      await assert.rejects(deleteTask(made.deps, { task: 't1' }, source), isIllegal);
    }
    assert.deepEqual(questions.asked, []);
    assert.deepEqual(made.events, []);
  });

  it('refuses a task of which another window starts a session while the person is asked', async () => {
    const made: CommandWorld = world({
      questions: {
        ask: (question) => {
          made.elsewhere.add(ADA);
          return Promise.resolve(question.answers.find((one) => one.includes('Delete Task')));
        },
      },
    });
    await assert.rejects(deleteTask(made.deps, { task: 't1' }, 'person'), isIllegal);
    assert.deepEqual(made.events, []);
  });
});
