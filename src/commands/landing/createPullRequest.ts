import type { CommandsRequest } from '../../agents/start/commandRuns';
import { SessionError } from '../../base/errors';
import { toVisibleText } from '../../base/text/visibleText';
import { requireTrust } from '../../pty/trustGuard';
import { MAX_BODY_CHARS } from '../../review/limits';
import type { PullRequest } from '../../review/pullRequests/pullRequest';
import { formatBody, formatTitle } from '../../review/pullRequests/pullRequestText';
import type {
  CreatedPullRequest,
  PullRequestPlan,
} from '../../review/pullRequests/taskPullRequests';
import type { Task } from '../../tasks/task';
import { countOf } from '../../worktrees/formatNames';
import type { TaskArguments } from '../commandArguments';
import type { CommandServices } from '../commandServices';
import { readLastWords } from './commitMessage';
import { chooseKnownTask, requireFolderOf } from '../tasks/chooseKnownTask';
import { isArchived } from '../tasks/taskArguments';
import { describeCommandsEnd } from '../tasks/terminalRuns';

/**
 * Creates a pull request of a task's branch on GitHub, and pushes the branch first if needed. Nothing is sent
 * before the person has edited the texts and confirmed what is sent where.
 */
export async function createPullRequest(
  deps: CommandServices,
  args: TaskArguments,
): Promise<CreatedPullRequest | undefined> {
  requireTrust(deps.workspace().isTrusted);
  const task = await chooseKnownTask(deps, {
    ...args,
    question: 'Of which task do you want to create a pull request?',
    isEligible: (one) => one.worktree !== undefined && !isArchived(one),
    noneMessage: 'No task has a worktree: create one with Agents: New Task.',
  });
  const folder = task && requireFolderOf(deps, task);
  const plan = task && (await planNew(deps, task));
  const text = plan && (await askText(deps, task, plan));
  // Commits may have been added while the person wrote.
  const current = text && (await planNew(deps, task));
  if (!folder || !current || !(await confirm(deps, current, text.title))) {
    return undefined;
  }
  await push(deps, { folder, task }, current);
  const created = await deps
    .busy(`Creating the pull request of "${task.name}"`, () =>
      deps.pullRequests.create(task, current, text),
    )
    .finally(() => {
      deps.worktreeStates.refresh(task.id);
      deps.tree.pullRequestStates.refresh(task.id);
    });
  offerToOpen(deps, `${formatNumber(created)} was created: ${created.url}`, created.url);
  return created;
}

/** Undefined if there is an open pull request already, which the person is told. */
async function planNew(deps: CommandServices, task: Task): Promise<PullRequestPlan | undefined> {
  const planned = await deps.busy(`Reading the branch of "${task.name}"`, () =>
    deps.pullRequests.plan(task),
  );
  if (planned.kind === 'new') {
    return planned;
  }
  const { number, state, url } = planned.value;
  const sentence = `Task "${task.name}" has a pull request already: #${number}, which is ${state === 'draft' ? 'a draft' : state}.`;
  offerToOpen(deps, sentence, url);
  deps.tree.pullRequestStates.refresh(task.id);
  return undefined;
}

interface PullRequestText {
  readonly title: string;
  readonly body: string;
}

const CREATE = 'Create Pull Request';

/** @throws {SessionError} `ILLEGAL_STATE` if the person has closed the description. */
async function askText(
  deps: CommandServices,
  task: Task,
  { commits }: PullRequestPlan,
): Promise<PullRequestText | undefined> {
  const asked = 'Title of the pull request';
  const title = await deps.pickers.askText(asked, formatTitle(commits, task.name));
  if (title === undefined) {
    return undefined;
  }
  const proposed = formatBody(commits, await readLastWords(deps, task));
  const read = await deps.windowActions.openMarkdown(proposed);
  for (;;) {
    const sentence = `Edit the description of "${title.trim()}" in the editor. Then create the pull request.`;
    if (!(await deps.messages.choose(sentence, [CREATE]))) {
      return undefined;
    }
    const body = read();
    if (body === undefined) {
      throw illegal(
        'No pull request was created, because its description was closed: start again.',
      );
    }
    if (body.length <= MAX_BODY_CHARS) {
      return { title: title.trim(), body };
    }
    deps.messages.showNotice(
      `The description has ${body.length} characters, and GitHub takes ${MAX_BODY_CHARS}: shorten it.`,
    );
  }
}

async function confirm(
  { questions }: CommandServices,
  plan: PullRequestPlan,
  title: string,
): Promise<boolean> {
  const answer = await questions.ask({
    message: `Create the pull request in ${plan.repository}?`,
    detail: describePlan(plan, title),
    answers: [plan.push === undefined ? CREATE : 'Push and Create Pull Request'],
  });
  return answer !== undefined;
}

/** One sentence a line. */
function describePlan(plan: PullRequestPlan, title: string): string {
  const { base, commits, head, missingBase, push: command, remote, uncommitted } = plan;
  return [
    `"${title}", from ${head} into ${base}: ${countOf(commits.length, 'commit')}.`,
    command === undefined
      ? `${remote} has the branch: nothing is pushed.`
      : `The branch is pushed to ${remote} first: ${command}`,
    ...(missingBase === undefined
      ? []
      : [`No remote has ${missingBase}, at which the task began: its commits may be in it, too.`]),
    ...(uncommitted === 0
      ? []
      : [`Changes of ${countOf(uncommitted, 'file')} are not committed, and not in it.`]),
  ]
    .map(toVisibleText)
    .join('\n');
}

/**
 * In a terminal, because git may ask for a password. Below the worktree's root, a directory could be a repository of
 * the agent.
 */
async function push(
  deps: CommandServices,
  { folder, task }: Pick<CommandsRequest, 'folder' | 'task'>,
  plan: PullRequestPlan,
): Promise<void> {
  if (plan.push === undefined) {
    return;
  }
  await deps.worktrees.requireThere(task);
  const { worktree } = task;
  const atRoot = { ...task, worktree: worktree && { ...worktree, cwd: worktree.path } };
  const request = { folder, task: atRoot, label: 'Push', commands: [plan.push] };
  const end = await deps.runs.run(request, { focus: 'take' });
  const failure = describeCommandsEnd(end, `the push of task "${task.name}"`);
  if (failure !== undefined) {
    throw illegal(`No pull request was created. ${failure}`);
  }
}

function formatNumber({ number }: CreatedPullRequest): string {
  return number === undefined ? 'The pull request' : `Pull request #${number}`;
}

/** Does not wait for the person. */
function offerToOpen(
  { messages, windowActions }: CommandServices,
  sentence: string,
  url: PullRequest['url'],
): void {
  const open = async (): Promise<void> => {
    if (await messages.choose(sentence, ['Open in Browser'])) {
      await windowActions.openUrl(url);
    }
  };
  open().catch(messages.showError);
}

function illegal(message: string): SessionError {
  return new SessionError('ILLEGAL_STATE', message);
}
