import { requireTrust } from '../../pty/trustGuard';
import type { Task } from '../../tasks/task';
import { findTaskOfSession } from '../../tasks/taskOfSession';
import { countOf } from '../../worktrees/formatNames';
import type { CommandArguments } from '../commandArguments';
import type { CommandServices } from '../commandServices';
import { chooseAgent } from '../tasks/chooseAgent';
import { chooseKnownTask } from '../tasks/chooseKnownTask';

/** Sends all drafts of a task as one prompt to an agent of the task. */
export async function sendReview(
  deps: CommandServices,
  args: CommandArguments['sendReview'],
): Promise<{ readonly session: string; readonly round: number } | undefined> {
  requireTrust(deps.workspace().isTrusted);
  const task = await chooseReviewed(deps, args);
  if (!task) {
    return undefined;
  }
  const planned = await deps.reviews.plan(task);
  const hint = ', so the comments stay: start or resume one, then send the review.';
  const known = await chooseAgent(deps, task, { hint, session: args.session });
  const session = known && deps.sessions.get(known.sessionId);
  if (!known || !session) {
    return undefined;
  }
  const { label } = known;
  const { comments, number } = await deps.busy(`Sending the review to ${label}`, () =>
    deps.reviews.send(task, { id: session.id, label }, planned),
  );
  deps.messages.showInfo(
    `Review ${number} of "${task.name}" was sent to ${label}: ${countOf(comments.length, 'comment')}.`,
  );
  return { session: session.id, round: number };
}

/** Shows what was said in a round, and what came of it. */
export async function openRound(
  deps: CommandServices,
  { round, task: id }: CommandArguments['openRound'],
): Promise<void> {
  const task = deps.tasks.find(id);
  if (task) {
    await deps.review.openRound(task, round);
  }
}

/** The named task, that of the session or editor, or one that has drafts. */
async function chooseReviewed(
  deps: CommandServices,
  { active, folder, session, task }: CommandArguments['sendReview'],
): Promise<Task | undefined> {
  const hasDrafts = ({ id }: Task): boolean => deps.reviews.get(id).comments.length > 0;
  const id = session ?? (active ? deps.terminals.activeSessionId : undefined);
  const ofSession = id === undefined ? undefined : findTaskOfSession(deps.tasks.list(), id)?.id;
  const edited = active ? deps.reviewedEditor().map((file) => file.task) : [];
  const here = edited.filter(hasDrafts);
  const drafts = deps.tasks.list().filter(hasDrafts);
  const [only] = here.length === 1 ? here : drafts.length === 1 ? drafts : [];
  const named = task ?? ofSession ?? only?.id;
  return chooseKnownTask(deps, {
    folder,
    task: named,
    question: 'Which review do you want to send?',
    isEligible: (one) => named !== undefined || hasDrafts(one),
    noneMessage: 'There is no comment to send: write one on a line of what a task has changed.',
  });
}
