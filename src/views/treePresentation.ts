import { basename } from 'node:path';
import type { FolderRef } from '../agents/agentService';
import { TREE_ITEMS } from '../config/contributions';
import { parsePtyId } from '../pty/ptyId';
import type { SessionInfo } from '../pty/sessionService';
import type { Conversation, Task } from '../tasks/task';
import type { FaceOf, ProviderFace } from './providerFace';
import { NOT_RUNNING, presentState } from './sessionPresentation';
import type { TreeContent, TreeEntry } from './treeModel';

/** All that VS Code needs to draw a row, as plain data. */
export interface NodePresentation {
  readonly label: string;
  readonly description: string;
  readonly tooltip: string;
  /** The name of a codicon. */
  readonly icon: string;
  /** The id of a theme colour. */
  readonly color: string | undefined;
  readonly contextValue: string;
  /** What a screen reader says: all that the eye gets. */
  readonly accessibilityLabel: string;
  readonly collapsible: 'none' | 'collapsed' | 'expanded';
  /** Whether Enter or a click opens something. */
  readonly opens: boolean;
}

export function presentNode(entry: TreeEntry, faceOf: FaceOf): NodePresentation {
  const { content, node } = entry;
  switch (content.kind) {
    case 'folder':
      return presentFolder(content.folder, entry);
    case 'task':
      return presentTask(content, entry);
    case 'session':
      return presentSession(content, (providerId) => faceOf(providerId, node.folder));
    case 'conversation':
      return presentConversation(content.conversation, content.task, faceOf);
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

function presentTask(
  { task, folder, liveSessions }: Extract<TreeContent, { kind: 'task' }>,
  entry: TreeEntry,
): NodePresentation {
  const description = [describeRunning(liveSessions, entry), describePlace(task, folder)]
    .filter((part) => part !== '')
    .join(' · ');
  return {
    label: task.name,
    description,
    tooltip: [task.name, task.cwd, `Created ${task.createdAt}`].join('\n'),
    icon: 'tasklist',
    color: undefined,
    contextValue: liveSessions > 0 ? TREE_ITEMS.task : TREE_ITEMS.emptyTask,
    accessibilityLabel: `Task ${task.name}, ${description}`,
    collapsible: planTaskRows(entry),
    opens: false,
  };
}

/** What has exited can still be read, so its row stays in sight; what is only remembered need not. */
function planTaskRows({ children }: TreeEntry): NodePresentation['collapsible'] {
  if (children.length === 0) {
    return 'none';
  }
  return children.some(({ content }) => content.kind === 'session') ? 'expanded' : 'collapsed';
}

function describeRunning(liveSessions: number, entry: TreeEntry): string {
  if (liveSessions > 0) {
    return `${liveSessions} running`;
  }
  return entry.children.length > 0 ? NOT_RUNNING.words : 'no sessions';
}

/** Where the task works, if that is not what its place in the tree says. */
function describePlace(task: Task, folder: FolderRef | undefined): string {
  return task.cwd === folder?.path ? '' : basename(task.cwd);
}

function presentSession(
  { session, label }: Extract<TreeContent, { kind: 'session' }>,
  faceOf: (providerId: string) => ProviderFace,
): NodePresentation {
  const state = presentState(session);
  const provider = faceOf(parsePtyId(session.id)?.providerId ?? '').name;
  const pid = session.pid === null ? [] : [`Process ${session.pid}`];
  return {
    ...describeRow(label, provider, state.words),
    tooltip: [
      label,
      `${provider}: ${state.words}`,
      session.exec,
      session.workDir,
      ...pid,
      `Started ${session.createdAt}`,
      ...describeEnded(session),
    ].join('\n'),
    icon: state.icon,
    color: state.color,
    contextValue: state.contextValue,
    collapsible: 'none',
    opens: true,
  };
}

function describeEnded({ state }: SessionInfo): readonly string[] {
  return state === 'terminated'
    ? ['Open it to read its last screen, restart it to start a new conversation.']
    : [];
}

function presentConversation(
  { label, providerId, createdAt }: Conversation,
  task: Task,
  faceOf: FaceOf,
): NodePresentation {
  const provider = faceOf(providerId, task.folder).name;
  return {
    ...describeRow(label, provider, NOT_RUNNING.words),
    tooltip: [
      label,
      `${provider}: ${NOT_RUNNING.words}. Open it to start a new conversation.`,
      task.cwd,
      `Created ${createdAt}`,
    ].join('\n'),
    icon: NOT_RUNNING.icon,
    color: NOT_RUNNING.color,
    contextValue: NOT_RUNNING.contextValue,
    collapsible: 'none',
    opens: true,
  };
}

function describeRow(
  label: string,
  provider: string,
  words: string,
): Pick<NodePresentation, 'label' | 'description' | 'accessibilityLabel'> {
  const parts = label.includes(provider) ? [words] : [provider, words];
  return {
    label,
    description: parts.join(' · '),
    accessibilityLabel: [label, ...parts].join(', '),
  };
}
