import type { FolderRef } from '../../agents/folderRef';
import type { TaskChoice } from '../../agents/startRequests';
import { isRunning } from '../../pty/liveAgent';
import {
  searchConversations,
  type ConversationWithoutTask,
  type FoundConversation,
} from '../../agents/conversations/conversationSearch';
import { SessionError } from '../../base/errors';
import type { CommandArguments } from '../commandArguments';
import type { Task } from '../../tasks/task';
import { MAX_TASK_NAME_LENGTH } from '../../tasks/taskName';
import { hasMainConversation } from '../../tasks/taskOfSession';
import { presentConversation } from '../../views/dialogs/conversationChoices';
import { chooseFolder, chooseTask } from '../tasks/taskArguments';
import type { CommandServices, StartedSession } from '../commandServices';
import { requireKnownSession } from '../sessions/knownSessions';
import { openSession } from '../sessions/openSession';
import { restart } from './restartSession';
import { showStart } from './startAgent';

/**
 * Resumes an earlier conversation: that of a session, or one that the person picks from all that
 * agents have stored for a task or a folder, whether this extension started them or not. If its
 * session runs, shows the session.
 */
export async function resumeConversation(
  deps: CommandServices,
  args: CommandArguments['resumeConversation'],
): Promise<unknown> {
  if (args.session !== undefined && !isTaskMeant(deps, args)) {
    return resumeSession(deps, args.session);
  }
  const folder = await chooseFolder(deps, args);
  const known = folder && deps.tasks.list(folder.uri);
  const choice = known && args.task !== undefined ? chooseTask(args.task, known) : undefined;
  const found = folder && (await chooseConversation(deps, folder, choice));
  if (!found) {
    return undefined;
  }
  return found.kind === 'owned'
    ? resumeSession(deps, found.sessionId)
    : importConversation(deps, folder, { found, choice });
}

/** The row of a task and of its only session has both: the task is meant while the session is there. */
function isTaskMeant(
  { facts, sessions }: CommandServices,
  { session = '', task }: CommandArguments['resumeConversation'],
): boolean {
  return task !== undefined && (sessions.get(session) !== undefined || facts.isElsewhere(session));
}

function resumeSession(deps: CommandServices, session: string): Promise<unknown> {
  const known = requireKnownSession(deps, session);
  return isRunning(known.session) ? openSession(deps, { session }) : restart(deps, known, {});
}

/** @throws {SessionError} `BAD_REQUEST` if no conversation is found. */
async function chooseConversation(
  deps: CommandServices,
  folder: FolderRef,
  choice: TaskChoice | undefined,
): Promise<FoundConversation | undefined> {
  const { busy, facts, displayOf, pickers } = deps;
  const tasks = tasksToSearch(deps, folder, choice);
  const own = tasks.map(({ cwd }) => cwd);
  const cwds = new Set(choice?.kind === 'existing' ? own : [folder.path, ...own]);
  const { earlier, resumePreviews } = deps;
  const isRunning = (id: string): boolean => describeRun(deps, id) !== undefined;
  const resumes = (providerId: string, uri: string): boolean => displayOf(providerId, uri).resumes;
  const search = { earlier, isRunning, resumePreviews, resumes };
  const found = await busy('Looking for conversations...', () =>
    searchConversations(search, folder, { tasks, cwds: [...cwds] }),
  );
  if (found.length === 0) {
    throw nothingFound(folder, choice, tasks);
  }
  const context = {
    displayOf: (providerId: string) => displayOf(providerId, folder.uri),
    running: (sessionId: string) => describeRun(deps, sessionId),
    folder: folder.path,
    now: facts.now(),
  };
  const index = await pickers.pickConversation(
    found.map((one) => presentConversation(one, context)),
  );
  return index === undefined ? undefined : found[index];
}

/** Where a session runs, in words; undefined if it does not run. */
function describeRun({ facts, sessions }: CommandServices, id: string): string | undefined {
  return isRunning(sessions.get(id))
    ? 'running'
    : facts.isElsewhere(id)
      ? 'in another window'
      : undefined;
}

function tasksToSearch(
  { tasks }: CommandServices,
  folder: FolderRef,
  choice: TaskChoice | undefined,
): readonly Task[] {
  const all = tasks.list(folder.uri);
  switch (choice?.kind) {
    case undefined:
      return all;
    case 'existing':
      return all.filter(({ id }) => id === choice.id);
    case 'new':
      return [];
  }
}

function nothingFound(
  folder: FolderRef,
  choice: TaskChoice | undefined,
  tasks: readonly Task[],
): SessionError {
  const [task] = choice?.kind === 'existing' ? tasks : [];
  const where = task ? `task "${task.name}"` : folder.name;
  return new SessionError(
    'BAD_REQUEST',
    `No agent has a stored conversation of ${where}: start one with Agents: Start Agent in Task.`,
  );
}

interface Import {
  readonly found: ConversationWithoutTask;
  /** The task that the person named. */
  readonly choice: TaskChoice | undefined;
}

async function importConversation(
  deps: CommandServices,
  folder: FolderRef,
  { found, choice }: Import,
): Promise<StartedSession | undefined> {
  const { providerId, transcript } = found;
  if ((await deps.confirmValues.confirm(folder, providerId)) === 'cancelled') {
    return undefined;
  }
  const task = choice ?? (await chooseTaskOf(deps, folder, found));
  if (!task) {
    return undefined;
  }
  const conversation = hasMain(deps, task) ? 'chat' : 'auto';
  const { name } = deps.displayOf(providerId, folder.uri);
  const picked = transcript.id;
  const prepared = await deps.busy(`Starting ${name}...`, () =>
    deps.launcher.prepareAgent({ folder, task, providerId, conversation, picked, options: {} }),
  );
  return showStart(deps, prepared, undefined);
}

/**
 * The task for a conversation that belongs to none: the task whose worktree is the conversation's
 * directory, else a task whose name the person types.
 */
async function chooseTaskOf(
  { tasks, pickers }: CommandServices,
  folder: FolderRef,
  { cwd, transcript }: Import['found'],
): Promise<TaskChoice | undefined> {
  const known = tasks.list(folder.uri);
  const inWorktree = known.find((task) => task.cwd === cwd && cwd !== folder.path);
  if (inWorktree) {
    return { kind: 'existing', id: inWorktree.id };
  }
  const initial = [...(transcript.firstPrompt ?? '')].slice(0, MAX_TASK_NAME_LENGTH).join('');
  const name = await pickers.askTaskName(initial);
  const choice = name === undefined ? undefined : chooseTask(name, known);
  const task = choice?.kind === 'existing' ? tasks.find(choice.id) : undefined;
  if (task && task.cwd !== cwd) {
    throw new SessionError(
      'BAD_REQUEST',
      `Task "${task.name}" works in ${task.cwd}, and the conversation belongs to ${cwd}: give the task another name.`,
    );
  }
  return choice;
}

/** Whether the task has a main conversation, even one without a running session. */
function hasMain({ tasks }: CommandServices, choice: TaskChoice): boolean {
  const task = choice.kind === 'existing' ? tasks.find(choice.id) : undefined;
  return task !== undefined && hasMainConversation(task);
}
