import { basename } from 'node:path';
import type { FolderRef } from '../../agents/folderRef';
import type { WorktreeCreation } from '../../agents/worktrees/worktreeCreations';
import { TREE_ITEMS } from '../../config/contributions';
import { isRunning } from '../../pty/liveAgent';
import { parsePtyId, SHELL_PROVIDER_ID } from '../../pty/ptyId';
import type { SessionInfo } from '../../pty/sessionService';
import { requestOf, type Activity } from '../../status/activity';
import type { Task } from '../../tasks/task';
import { formatReason } from './activityPresentation';
import { describeChanges, explainChanges, presentChange } from './changePresentation';
import { presentComment } from './commentPresentation';
import { formatRequest } from '../dialogs/shownText';
import type { DisplayOf, ProviderDisplay } from '../dialogs/providerDisplay';
import { presentState } from './sessionPresentation';
import { presentInactiveConversation } from './conversationPresentation';
import type { TreeContent, TreeEntry } from './treeModel';
import type { NodePresentation } from './treeItem';
import { presentWorktree, type WorktreePresentation } from './worktreePresentation';

export function presentNode(entry: TreeEntry, displayOf: DisplayOf): NodePresentation {
  const { content, node } = entry;
  switch (content.kind) {
    case 'folder':
      return presentFolder(content.folder, entry);
    case 'creation':
      return presentCreation(content.creation);
    case 'task':
      return presentTask(content, entry);
    case 'session':
      return presentSession(content, (providerId) => displayOf(providerId, node.folder));
    case 'conversation':
      return presentConversation(content, displayOf);
    case 'changes':
    case 'file':
    case 'moreFiles':
      return presentChange(content);
    case 'comments':
    case 'comment':
    case 'round':
      return presentComment(content);
  }
}

function presentFolder({ name, path }: FolderRef, entry: TreeEntry): NodePresentation {
  return {
    label: name,
    description: '',
    tooltip: path,
    icon: 'root-folder',
    color: undefined,
    contextValue: TREE_ITEMS.folder,
    accessibilityLabel: `Folder ${name}`,
    collapsible: entry.children.length > 0 ? 'expanded' : 'none',
    opens: false,
  };
}

function presentCreation({ name, step }: WorktreeCreation): NodePresentation {
  return {
    label: name,
    description: step,
    tooltip: [name, 'Its worktree is being created.', step].join('\n'),
    icon: 'loading~spin',
    color: undefined,
    contextValue: TREE_ITEMS.creation,
    accessibilityLabel: `Task ${name}, creating a worktree, ${step}`,
    collapsible: 'none',
    opens: false,
  };
}

function presentTask(
  { task, folder, liveSessions, worktree: state, changes }: Extract<TreeContent, { kind: 'task' }>,
  entry: TreeEntry,
): NodePresentation {
  const worktree = task.worktree && presentWorktree(task.worktree, state);
  const where = worktree?.words ?? describeDirectory(task, folder);
  const changed = describeChanges(changes);
  const words = [describeRunning(liveSessions, entry), ...changed, ...where];
  const item = TASK_ITEMS[kindOf(worktree)][liveSessions > 0 ? 'running' : 'empty'];
  const tooltip = [
    task.name,
    task.cwd,
    ...(worktree?.tooltip ?? []),
    ...explainChanges(changes),
    `Created ${task.createdAt}`,
  ];
  return {
    label: task.name,
    description: words.join(' · '),
    tooltip: tooltip.join('\n'),
    icon: worktree?.isLost ? 'warning' : 'tasklist',
    color: worktree?.isLost ? 'list.warningForeground' : undefined,
    contextValue: item[changed.length > 0 ? 'changed' : 'unchanged'],
    accessibilityLabel: [`Task ${task.name}`, ...words].join(', '),
    collapsible: planTaskRows(entry),
    opens: false,
  };
}

const LOST = { unchanged: TREE_ITEMS.lostTask, changed: TREE_ITEMS.lostTask } as const;

const TASK_ITEMS = {
  folder: {
    running: { unchanged: TREE_ITEMS.task, changed: TREE_ITEMS.changedTask },
    empty: { unchanged: TREE_ITEMS.emptyTask, changed: TREE_ITEMS.emptyChangedTask },
  },
  worktree: {
    running: { unchanged: TREE_ITEMS.worktreeTask, changed: TREE_ITEMS.changedWorktreeTask },
    empty: {
      unchanged: TREE_ITEMS.emptyWorktreeTask,
      changed: TREE_ITEMS.emptyChangedWorktreeTask,
    },
  },
  lost: { running: LOST, empty: LOST },
} as const;

function kindOf(worktree: WorktreePresentation | undefined): keyof typeof TASK_ITEMS {
  return worktree?.isLost ? 'lost' : worktree ? 'worktree' : 'folder';
}

/**
 * Decides whether a task is expanded. Sessions that have exited can be read, sessions of other
 * windows can be taken over, and sessions that were open in a closed window are resumed, so their
 * rows are visible. Other inactive conversations may be collapsed.
 */
function planTaskRows({ children }: TreeEntry): NodePresentation['collapsible'] {
  if (children.length === 0) {
    return 'none';
  }
  return children.some(({ content }) => isShownByDefault(content)) ? 'expanded' : 'collapsed';
}

function isShownByDefault(content: TreeContent): boolean {
  return (
    content.kind === 'session' ||
    isElsewhere(content) ||
    (content.kind === 'conversation' && content.conversation.isOpen === true)
  );
}

function describeRunning(liveSessions: number, entry: TreeEntry): string {
  if (liveSessions > 0) {
    return `${liveSessions} running`;
  }
  if (entry.children.some(({ content }) => isElsewhere(content))) {
    return 'in another window';
  }
  const hasSessions = entry.children.some(({ node }) => node.kind === 'session');
  return hasSessions ? 'not running' : 'no sessions';
}

function isElsewhere(content: TreeContent): boolean {
  return content.kind === 'conversation' && content.inactive.isElsewhere;
}

/** Returns the task's directory, unless it is the folder that contains the row. */
function describeDirectory(task: Task, folder: FolderRef | undefined): readonly string[] {
  return task.cwd === folder?.path ? [] : [basename(task.cwd)];
}

function presentSession(
  { session, label, activity, isMuted }: Extract<TreeContent, { kind: 'session' }>,
  displayOf: (providerId: string) => ProviderDisplay,
): NodePresentation {
  const display = displayOf(parsePtyId(session.id)?.providerId ?? '');
  const state = presentState(session, activity.state, display, isMuted);
  const pid = session.pid === null ? [] : [`Process ${session.pid}`];
  const notes = session.fellBack ? ['new conversation'] : [];
  // First, because a question may be cut off.
  const words = [...(isMuted ? ['muted'] : []), state.words, ...notes];
  return {
    ...describeRow(label, display.name, words),
    tooltip: [
      label,
      `${display.name}: ${state.words}`,
      ...(isMuted ? ['Its messages are muted.'] : []),
      ...(session.pendingStart ? [`It ${session.pendingStart.reason}`] : describeReason(activity)),
      ...describeRequest(activity),
      ...(session.fellBack ? [FELL_BACK] : []),
      session.exec,
      session.workDir,
      ...pid,
      `Started ${session.createdAt}`,
      ...describeEnded(session, display),
    ].join('\n'),
    icon: state.icon,
    color: state.color,
    contextValue: state.contextValue,
    collapsible: 'none',
    opens: true,
  };
}

/** The reason contains text of the agent, so deceptive characters are escaped. */
function describeReason({ reason, since, source }: Activity): readonly string[] {
  return source === undefined
    ? []
    : [`Because ${formatReason(reason)}, since ${new Date(since).toISOString()}`];
}

/** Returns all rows of a request, because the row has only a part of it. */
function describeRequest({ state }: Activity): readonly string[] {
  const request = requestOf(state);
  return request.kind === 'whole' ? formatRequest(request.text) : [];
}

const FELL_BACK = 'Its first start ended at once; its terminal shows what started instead.';

function describeEnded(session: SessionInfo, { resumes }: ProviderDisplay): readonly string[] {
  if (isRunning(session)) {
    return [];
  }
  const isShell = parsePtyId(session.id)?.providerId === SHELL_PROVIDER_ID;
  const agent = resumes ? RESUME_WORDS : 'start a new conversation';
  const again = isShell ? 'start the shell again' : agent;
  return [`Open it to read its last screen, restart it to ${again}.`];
}

const RESUME_WORDS = 'continue its conversation, or start a new one if it has none';

function presentConversation(
  { conversation, task, inactive }: Extract<TreeContent, { kind: 'conversation' }>,
  displayOf: DisplayOf,
): NodePresentation {
  const { label, providerId, createdAt } = conversation;
  const display = displayOf(providerId, task.folder);
  const { words, notes, opening, details, icon, color, contextValue } = presentInactiveConversation(
    inactive,
    display,
  );
  return {
    ...describeRow(label, display.name, [words, ...notes]),
    tooltip: [
      label,
      `${display.name}: ${words}. ${opening}`,
      ...details,
      task.cwd,
      `Created ${createdAt}`,
    ].join('\n'),
    ...{ icon, color, contextValue },
    collapsible: 'none',
    opens: true,
  };
}

function describeRow(
  label: string,
  provider: string,
  words: readonly string[],
): Pick<NodePresentation, 'label' | 'description' | 'accessibilityLabel'> {
  const parts = label.includes(provider) ? words : [provider, ...words];
  return {
    label,
    description: parts.join(' · '),
    accessibilityLabel: [label, ...parts].join(', '),
  };
}
