import { SessionError } from '../../base/errors';
import { toVisibleText } from '../../base/text/visibleText';
import type { Task } from '../../tasks/task';
import { countOf, formatNames } from '../../worktrees/formatNames';
import { branchName, type LandingPlan } from '../../worktrees/landing/landing';
import type { CommandServices } from '../commandServices';
import { chooseAgent, hasAgent } from '../tasks/chooseAgent';
import { isArchived } from '../tasks/taskArguments';

type ConflictAnswer = 'Ask Agent to Merge' | 'Open Merge Editor';

/**
 * Says why nothing can land yet, and offers to merge the branch into the task's own, by the agent or the person.
 * @throws {SessionError} `ILLEGAL_STATE` for an archived task, which has no worktree in which to merge.
 */
export async function resolveConflicts(
  deps: CommandServices,
  task: Task,
  plan: LandingPlan,
): Promise<void> {
  if (isArchived(task)) {
    throw new SessionError('ILLEGAL_STATE', describeArchived(task, plan));
  }
  const answers: readonly ConflictAnswer[] = hasAgent(deps, task)
    ? ['Ask Agent to Merge', 'Open Merge Editor']
    : ['Open Merge Editor'];
  const answer = await deps.questions.ask({ ...describeObstacle(task, plan), answers });
  switch (answer) {
    case 'Ask Agent to Merge':
      await askAgent(deps, task, describeMerge(plan));
      break;
    case 'Open Merge Editor':
      await openMergeEditor(deps, task, plan);
      break;
    case undefined:
  }
}

/** Rebasing changes the task's commits, so it is the agent's work or the person's own. */
export function askToRebase(
  deps: CommandServices,
  task: Task,
  { ontoName }: LandingPlan,
): Promise<void> {
  return askAgent(
    deps,
    task,
    `Please rebase the branch that is checked out here on ${quote(ontoName)}, and resolve the conflicts, if any.`,
  );
}

function describeArchived({ name }: Task, { branch, result }: LandingPlan): string {
  const into = toVisibleText(branchName(branch));
  const obstacle =
    result.kind === 'conflicts'
      ? `Task "${toVisibleText(name)}" and ${into} conflict in ${formatNames(result.files)}`
      : `Git before 2.38 cannot tell whether task "${toVisibleText(name)}" and ${into} conflict`;
  return `${obstacle}, so nothing was landed: unarchive the task first, with Agents: Unarchive Task, then land it again.`;
}

function describeObstacle(task: Task, { branch, headName, result, ...plan }: LandingPlan) {
  const name = toVisibleText(task.name);
  const into = toVisibleText(branchName(branch));
  const ontoName = toVisibleText(plan.ontoName);
  const where = toVisibleText(task.worktree?.path ?? '');
  const next = `Nothing was changed. To land, merge ${ontoName} into ${toVisibleText(headName)} in ${where} first; to rebase instead, run "git rebase ${ontoName}" there.`;
  return result.kind === 'conflicts'
    ? {
        message: `Task "${name}" and ${into} conflict in ${countOf(result.files.length, 'file')}. Merge ${ontoName} into the task first?`,
        detail: `${formatNames(result.files)}\n\n${next}`,
      }
    : {
        message: `Merge ${ontoName} into task "${name}" first?`,
        detail: `Git before 2.38 cannot tell whether they conflict. ${next}`,
      };
}

function describeMerge({ ontoName, result }: LandingPlan): string {
  const conflicts =
    result.kind === 'conflicts'
      ? ` and resolve the conflicts in ${formatNames(result.files.map(quote))}`
      : '';
  return `Please merge ${quote(ontoName)} into the branch that is checked out here${conflicts}. Keep the intent of both sides, then commit the merge.`;
}

/** A name as JSON, so that an agent can tell it from the prompt. It stays on one line. */
function quote(name: string): string {
  return toVisibleText(JSON.stringify(name));
}

async function askAgent(deps: CommandServices, task: Task, prompt: string): Promise<void> {
  const known = await chooseAgent(deps, task, { hint: ': start or resume one first.' });
  if (known) {
    await deps.busy(`Asking ${known.label}...`, () => deps.delivery.send(known.sessionId, prompt));
    deps.messages.showInfo(
      `${known.label} was asked: ${prompt} Land task "${task.name}" again when it is done.`,
    );
  }
}

/** Merges in the task's worktree, and opens the files that conflict there. */
async function openMergeEditor(
  deps: CommandServices,
  task: Task,
  plan: LandingPlan,
): Promise<void> {
  const { files, root } = await deps.busy('Merging...', () => deps.landings.mergeInto(task, plan));
  if (files.length === 0) {
    deps.messages.showInfo(
      `${toVisibleText(plan.ontoName)} was merged into task "${task.name}" without conflicts: commit that, then land the task.`,
    );
    return;
  }
  await deps.windowActions.openConflicts(root, files);
  deps.messages.showInfo(
    `Resolve ${countOf(files.length, 'file')} of task "${task.name}", commit the merge with Commit Task, then land the task again. "git merge --abort" in ${root} takes it back.`,
  );
}
