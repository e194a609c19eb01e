import { requireWorktree } from '../../agents/landing/taskLandings';
import { toVisibleText } from '../../base/text/visibleText';
import { requireTrust } from '../../pty/trustGuard';
import type { Task } from '../../tasks/task';
import { branchName, type LandingPlan, type LandingWay } from '../../worktrees/landing/landing';
import { buildLandingMessage, joinMessage } from '../../worktrees/landing/landingMessage';
import type { CommandArguments } from '../commandArguments';
import type { CommandServices } from '../commandServices';
import { chooseFetch } from '../tasks/chooseFetch';
import { chooseKnownTask } from '../tasks/chooseKnownTask';
import { hasAgent } from '../tasks/chooseAgent';
import { isArchived } from '../tasks/taskArguments';
import { resolveConflicts, askToRebase } from './conflicts';
import { describeLanded, planLandQuestion } from './planLandQuestion';
import { offerNext } from './undoLand';

/**
 * Lands what a task has committed in its base, or in the branch that the person chooses, after a question that says what
 * would happen. Offers what comes next.
 */
export async function landTask(
  deps: CommandServices,
  args: CommandArguments['landTask'],
): Promise<{ readonly task: string; readonly commit: string } | undefined> {
  requireTrust(deps.workspace().isTrusted);
  const task = await chooseKnownTask(deps, {
    folder: args.folder,
    task: args.task,
    question: 'The work of which task do you want to land?',
    isEligible: (one) =>
      args.task !== undefined || (!isArchived(one) && one.worktree !== undefined),
    noneMessage: 'No task has a worktree whose work could be landed.',
  });
  const plan = task && (await makePlan(deps, task, args.into));
  if (!task || !plan) {
    return undefined;
  }
  if (plan.result.kind !== 'clean') {
    await resolveConflicts(deps, task, plan);
    return undefined;
  }
  const way = await ask(deps, task, plan, args.way);
  if (way === undefined) {
    return undefined;
  }
  const message = await chooseMessage(deps, task, plan, way);
  if (message === undefined) {
    return undefined;
  }
  const landing = await deps.busy(`Landing "${task.name}"...`, () =>
    deps.landings.land(task, plan, { way, message }),
  );
  deps.worktreeStates.refresh();
  void offerNext(deps, task.id, describeLanded(task, plan));
  return { task: task.id, commit: landing.to };
}

/** Undefined if the person cancels. */
async function makePlan(
  deps: CommandServices,
  task: Task,
  named: string | undefined,
): Promise<LandingPlan | undefined> {
  requireWorktree(task);
  const into = named ?? (await deps.landings.findBranch(task)) ?? (await chooseBranch(deps, task));
  if (into === undefined) {
    return undefined;
  }
  const fetch = await chooseFetch(deps, {
    folder: task.folder,
    findRemote: () => deps.landings.findRemote(task, into),
    fetched: 'and land on its newest commit',
    unfetched: 'and land on what is here',
  });
  return fetch === undefined
    ? undefined
    : deps.progress(`Looking at what "${task.name}" would land`, (steps) =>
        deps.landings.plan(task, { into, fetch, ...steps }),
      );
}

/** For a task whose base is gone, or was no branch. */
async function chooseBranch(deps: CommandServices, task: Task): Promise<string | undefined> {
  const branches = await deps.landings.listBranches(task);
  const choices = branches.map((branch) => ({ label: toVisibleText(branch), value: branch }));
  return deps.choices.choose(`In which branch should "${task.name}" land?`, choices);
}

async function ask(
  deps: CommandServices,
  task: Task,
  plan: LandingPlan,
  named: LandingWay | undefined,
): Promise<LandingWay | undefined> {
  const losses = await deps.worktrees.inspect(task);
  const isWorking = task.conversations.some(
    ({ ptyId }) => deps.sessions.get(ptyId) && deps.status.get(ptyId).state.kind === 'working',
  );
  const mayRebase = !plan.isFastForward && hasAgent(deps, task);
  const question = planLandQuestion({ task, plan, losses, isWorking, way: named, mayRebase });
  const answer = await deps.questions.ask(question);
  switch (answer) {
    case undefined:
      return undefined;
    case 'Merge':
      return 'merge';
    case 'Squash':
      return 'squash';
    case 'Ask Agent to Rebase':
      await askToRebase(deps, task, plan);
      return undefined;
  }
}

/** Undefined if the person cancels. Only a squash has a message of their own. */
async function chooseMessage(
  deps: CommandServices,
  task: Task,
  plan: LandingPlan,
  way: LandingWay,
): Promise<string | undefined> {
  const message = buildLandingMessage(task.name, plan, way);
  const into = toVisibleText(branchName(plan.branch));
  const subject =
    way === 'merge'
      ? message.subject
      : await deps.pickers.askText(`First line of the commit in ${into}`, message.subject);
  return subject === undefined ? undefined : joinMessage({ ...message, subject });
}
