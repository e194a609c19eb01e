import assert from 'node:assert/strict';
import { openSelected } from '../../../../src/commands/sessions/openSession';
import { deleteComment } from '../../../../src/commands/review/comments';
import { markReviewed } from '../../../../src/commands/review/marks';
import { sendReview } from '../../../../src/commands/review/rounds';
import type { CommandServices } from '../../../../src/commands/commandServices';
import { EMPTY_REVIEW } from '../../../../src/review/taskReview';
import { worktreeTask } from '../../../support/agents/worktreeTask';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { comment } from '../../../support/review/comments';
import { readChanges } from '../../../support/views/changes';
import { choosing } from '../../../support/views/choosing';
import { CommandWorld } from '../../../support/views/commandWorld';
import { NO_FACTS } from '../../../support/views/treeSources';

/** Two tasks of which one has a draft, and a running agent. */
function world(overrides: Partial<CommandServices> = {}): CommandWorld {
  const made = new CommandWorld(overrides);
  made.tasks = [worktreeTask('t1', ['ada-main-t1', 'ada-chat-c1']), worktreeTask('t2')];
  made.reviews.set('t1', { ...EMPTY_REVIEW, comments: [comment()] });
  made.sessions.put(sessionInfo({ id: 'ada-main-t1' }));
  return made;
}

describe('sendReview', () => {
  it('sends the drafts of the only task that has some to its agent, and says so', async () => {
    const made = world();
    const sent = await sendReview(made.deps, { active: true });
    assert.deepEqual(sent, { session: 'ada-main-t1', round: 1 });
    assert.deepEqual(made.events, [
      'send t1 to ada-main-t1: 1',
      'info Review 1 of "Task t1" was sent to Talk ada-main-t1: 1 comment.',
    ]);
  });

  it('asks which task, if several have drafts', async () => {
    const choices = choosing('Task t2');
    const made = world({ choices });
    made.reviews.set('t2', { ...EMPTY_REVIEW, comments: [comment({ id: 'c2' })] });
    await assert.rejects(sendReview(made.deps, {}), /No agent of task "Task t2" runs/);
    assert.deepEqual(choices.seen, [['Task t2', 'Task t1']]);
  });

  it('asks which agent, if several of the task run, and sends nothing if the person cancels', async () => {
    const made = world();
    made.sessions.put(sessionInfo({ id: 'ada-chat-c1' }));
    made.sessions.put(sessionInfo({ id: 'ada-chat-other' }));
    let offered: readonly string[] = [];
    const pickSession: CommandServices['pickers']['pickSession'] = (choices) => {
      offered = choices.map(({ sessionId }) => sessionId);
      return Promise.resolve(undefined);
    };
    const { pickers } = made.deps;
    const deps = { ...made.deps, pickers: { ...pickers, pickSession } };
    assert.equal(await sendReview(deps, { task: 't1' }), undefined);
    assert.deepEqual(offered, ['ada-main-t1', 'ada-chat-c1']);
    assert.deepEqual(made.events, []);
  });

  it('fails without drafts', async () => {
    const made = world();
    made.reviews.clear();
    await assert.rejects(sendReview(made.deps, {}), /There is no comment to send/);
  });
});

describe('the rows of a review', () => {
  const owner = { id: 'row', folder: 'file:///home/ada/app', task: 't1' };

  it('open the diff at the line of a comment, and the page of a round', async () => {
    const made = world();
    made.changes.set('t1', readChanges('greet.js'));
    made.uncommitted.set('t1', readChanges());
    const select = (node: object) => ({
      ...made.deps,
      settledSelection: () => Promise.resolve({ ...owner, ...node } as never),
    });
    await openSelected(select({ kind: 'comment', comment: 'c1' }));
    await openSelected(select({ kind: 'round', round: 2 }));
    assert.deepEqual(made.events, ['diff t1 greet.js:3', 'round t1 2']);
  });
});

describe('deleteComment', () => {
  it('asks first', async () => {
    const made = world();
    await deleteComment(made.deps, { task: 't1', comment: 'c1' });
    assert.deepEqual(made.events, []);
    const questions: CommandServices['questions'] = {
      ask: ({ answers }) => Promise.resolve(answers[0]),
    };
    await deleteComment({ ...made.deps, questions }, { task: 't1', comment: 'c1' });
    assert.deepEqual(made.events, ['remove t1 c1']);
  });
});

describe('markReviewed', () => {
  it('marks the file of a row, and by its key takes a mark back', async () => {
    const reviewOf = () => ({ ...NO_FACTS.reviewOf('t1'), reviewed: new Set(['a.js']) });
    const made = world({ facts: { ...NO_FACTS, reviewOf } });
    made.changes.set('t1', readChanges('a.js', 'b.js'));
    await markReviewed(made.deps, { task: 't1', path: 'a.js', toggle: true }, 'program');
    await markReviewed(made.deps, { task: 't1', path: 'b.js', toggle: true }, 'program');
    await markReviewed(made.deps, { task: 't1', path: 'a.js' }, 'person');
    assert.deepEqual(made.events, ['mark t1 a.js false', 'mark t1 b.js true', 'mark t1 a.js true']);
  });

  it('fails without a changed file in the editor', async () => {
    await assert.rejects(markReviewed(world().deps, {}, 'person'), /no changed file to mark/);
  });
});
