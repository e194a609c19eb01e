import { findFolderOf, type FolderRef } from '../../agents/folderRef';
import type { WorktreeCreation } from '../../agents/worktrees/worktreeCreations';
import type { TaskChanges, WorktreeState } from '../../agents/worktrees/worktreeStates';
import { isRunning } from '../../pty/liveAgent';
import type { SessionInfo } from '../../pty/sessionService';
import type { PullRequest } from '../../review/pullRequests/pullRequest';
import type { Activity } from '../../status/activity';
import type { Conversation, Task } from '../../tasks/task';
import { findConversation } from '../../tasks/taskOfSession';
import { buildChangeRows, type ChangeContent, type ChangeNode } from './changes/changeRows';
import { buildCommentRows, type CommentContent, type CommentNode } from './changes/commentRows';
import type { ConversationFacts, InactiveConversation, ReviewFacts } from './conversationFacts';
import type { TaskOverlaps } from './changes/overlaps';
import { groupSessions, rememberIn, type Remembered } from './taskSessions';
import { groupOf, sortTasks, type TaskGroup } from './triage';

/**
 * The identity of a row, without anything that changes. Its fields have the names of the commands'
 * argument objects, so that a row can be passed as the argument.
 */
export type TreeNode =
  | { readonly kind: 'folder'; readonly id: string; readonly folder: string }
  | {
      readonly kind: 'task';
      readonly id: string;
      readonly folder: string;
      readonly task: string;
    }
  | {
      readonly kind: 'creation';
      readonly id: string;
      readonly folder: string;
      readonly creation: string;
    }
  | {
      readonly kind: 'session';
      readonly id: string;
      readonly session: string;
      /** Its task's folder. */
      readonly folder: string | undefined;
      /**
       * Its task, if the row is also that of the task. Else it is left out: a start from a session's
       * row is not bound to it.
       */
      readonly task?: string;
    }
  | ChangeNode
  | CommentNode;

/** What a row shows of a task. */
export interface TaskContent {
  readonly task: Task;
  readonly folder: FolderRef | undefined;
  readonly liveSessions: number;
  readonly worktree: WorktreeState | undefined;
  readonly changes: TaskChanges | undefined;
  /** What is not committed, if that is shown in the place of all changes. */
  readonly uncommitted: TaskChanges | undefined;
  readonly review: ReviewFacts;
  readonly overlaps: TaskOverlaps | undefined;
  readonly pullRequest: PullRequest | undefined;
  readonly group: TaskGroup;
}

export type TreeContent =
  | { readonly kind: 'folder'; readonly folder: FolderRef }
  | { readonly kind: 'creation'; readonly creation: WorktreeCreation }
  | (TaskContent & { readonly kind: 'task' })
  | {
      readonly kind: 'session';
      readonly session: SessionInfo;
      readonly label: string;
      readonly activity: Activity;
      readonly isMuted: boolean;
      readonly only?: OnlyOf;
    }
  /** A conversation that a task stores and that has no running session. */
  | {
      readonly kind: 'conversation';
      readonly conversation: Conversation;
      readonly task: Task;
      readonly inactive: InactiveConversation;
      readonly only?: OnlyOf;
    }
  | ChangeContent
  | CommentContent;

/** The task whose only session or conversation a row is for, if the row is also that of the task. */
type OnlyOf = TaskContent | undefined;

/** The task that a row is for. */
export function taskOf(node: TreeNode): string | undefined {
  return 'task' in node ? node.task : undefined;
}

export interface TreeEntry {
  readonly node: TreeNode;
  readonly content: TreeContent;
  readonly parentId: string | undefined;
  readonly children: readonly TreeEntry[];
}

interface SessionEntry extends TreeEntry {
  readonly node: Extract<TreeNode, { kind: 'session' }>;
  readonly content: Extract<TreeContent, { kind: 'session' | 'conversation' }>;
}

export interface TreeSources {
  readonly folders: readonly FolderRef[];
  readonly tasks: readonly Task[];
  readonly sessions: readonly SessionInfo[];
  /** The worktrees that are being created. Default: none. */
  readonly creations?: readonly WorktreeCreation[] | undefined;
  readonly facts: ConversationFacts;
}

/**
 * Builds the rows: workspace folder, task, session; and the worktrees that are being created above the tasks. A single folder gets no level, and
 * neither has a task with a single session. Running sessions
 * that belong to no open folder stand at the top, so that every session is visible. An archived
 * task is shown only while it has running sessions. Without content no rows are returned, not even
 * folders.
 */
export function buildTree(sources: TreeSources): readonly TreeEntry[] {
  const { folders, tasks, sessions, creations = [], facts } = sources;
  const remember = rememberIn(folders, facts);
  const grouped = groupSessions(tasks, sessions);
  const isOpen = (uri: string): boolean => folders.some((folder) => folder.uri === uri);
  const visible = tasks.filter(
    (task) => (isOpen(task.folder) && task.archivedAt === undefined) || grouped.byTask.has(task.id),
  );
  if (visible.length + grouped.loose.length + creations.length === 0) {
    return [];
  }
  const describe = (task: Task, folder: FolderRef | undefined): ShownTask => ({
    ...describeTask(task, grouped.byTask.get(task.id) ?? [], facts),
    folder,
    remembered: remember(task),
  });
  const isFolderLevelShown = folders.length > 1;
  const contentOf = (folder: FolderRef | undefined, parentId: string | undefined): TreeEntry[] => [
    ...creations
      .filter((creation) => (folder ? creation.folder === folder.uri : !isOpen(creation.folder)))
      .map((creation) => {
        const { id, folder: uri } = creation;
        const node = { kind: 'creation', id: `creation:${id}`, folder: uri, creation: id } as const;
        return leaf(node, { kind: 'creation', creation }, parentId);
      }),
    ...sortTasks(
      visible
        .filter((task) => (folder ? task.folder === folder.uri : !isOpen(task.folder)))
        .reverse()
        .map((task) => describe(task, folder)),
      facts.taskOrder(),
    ).map((shown) => taskEntry(shown, parentId)),
    ...grouped.loose
      .filter((session) => findFolderOf(session.workDir, folders) === folder)
      .map((session) => {
        const activity = facts.activityOf(session.id);
        const content = { session, label: session.label, activity, isMuted: false };
        const node = sessionNode(session.id, folder?.uri);
        return leaf(node, { kind: 'session', ...content }, parentId);
      }),
  ];
  const inFolders = folders.flatMap((folder) =>
    isFolderLevelShown ? [folderEntry(folder, contentOf)] : contentOf(folder, undefined),
  );
  return [...inFolders, ...contentOf(undefined, undefined)];
}

function folderEntry(
  folder: FolderRef,
  contentOf: (folder: FolderRef, parentId: string) => TreeEntry[],
): TreeEntry {
  const id = `folder:${folder.uri}`;
  return {
    node: { kind: 'folder', id, folder: folder.uri },
    content: { kind: 'folder', folder },
    parentId: undefined,
    children: contentOf(folder, id),
  };
}

function describeTask(
  task: Task,
  sessions: readonly SessionInfo[],
  facts: ConversationFacts,
): Omit<ShownTask, 'folder' | 'remembered'> {
  const activities = sessions.map((session) => ({
    session,
    activity: facts.activityOf(session.id),
    isMuted: findConversation(task, session.id)?.isMuted === true,
  }));
  const changes = changesIn(task.id, facts);
  const review = facts.reviewOf(task.id);
  return {
    task,
    liveSessions: sessions.filter(isRunning).length,
    worktree: facts.worktreeOf(task.id),
    changes,
    uncommitted: facts.uncommittedOf(task.id),
    overlaps: facts.overlapsOf(task.id),
    pullRequest: facts.pullRequestOf(task.id),
    review,
    group: groupOf(activities, hasFiles(changes) && review.isDue),
    activities,
  };
}

/** Files of a worktree that is not at its path cannot be opened. */
function changesIn(taskId: string, facts: ConversationFacts): TaskChanges | undefined {
  const kind = facts.worktreeOf(taskId)?.kind ?? 'there';
  return kind === 'there' || kind === 'unreadable' ? facts.changesOf(taskId) : undefined;
}

function hasFiles(found: TaskChanges | undefined): boolean {
  return found?.kind === 'read' && found.changes.total.files > 0;
}

interface ShownTask extends TaskContent {
  readonly activities: readonly Omit<Extract<TreeContent, { kind: 'session' }>, 'kind' | 'label'>[];
  readonly remembered: Remembered;
}

function taskEntry(
  { activities, remembered, ...content }: ShownTask,
  parentId: string | undefined,
): TreeEntry {
  const { task, changes, overlaps, review, uncommitted } = content;
  const id = `task:${task.id}`;
  const entryOf = (shown: (typeof activities)[number], label: string): SessionEntry =>
    leaf(sessionNode(shown.session.id, task.folder), { kind: 'session', ...shown, label }, id);
  const known = task.conversations.flatMap((conversation): SessionEntry | readonly [] => {
    const { ptyId, label } = conversation;
    const shown = activities.find(({ session }) => session.id === ptyId);
    if (shown) {
      return entryOf(shown, label);
    }
    const inactive = remembered.get(ptyId);
    const node = sessionNode(ptyId, task.folder);
    return inactive ? leaf(node, { kind: 'conversation', conversation, task, inactive }, id) : [];
  });
  const others = activities
    .filter(({ session }) => !findConversation(task, session.id))
    .map((shown) => entryOf(shown, shown.session.label));
  const [first, ...more] = [...known, ...others];
  if (first && more.length === 0) {
    return onlyEntry(first, content, parentId);
  }
  return {
    node: { kind: 'task', id, folder: task.folder, task: task.id },
    content: { kind: 'task', ...content },
    parentId,
    children: [
      ...known,
      ...others,
      ...buildChangeRows(task, { changes, uncommitted, overlaps, reviewed: review.reviewed }, id),
      ...buildCommentRows(task, review, id),
    ],
  };
}

/** The row of a task and of its only session. It keeps the session's id, so the selection stays on it. */
function onlyEntry(
  { node, content }: SessionEntry,
  only: TaskContent,
  parentId: string | undefined,
): TreeEntry {
  const { task, changes, overlaps, review, uncommitted } = only;
  return {
    node: { ...node, task: task.id },
    content: { ...content, only },
    parentId,
    children: [
      ...buildChangeRows(
        task,
        { changes, uncommitted, overlaps, reviewed: review.reviewed },
        node.id,
      ),
      ...buildCommentRows(task, review, node.id),
    ],
  };
}

function leaf<Node extends TreeNode, Content extends TreeContent>(
  node: Node,
  content: Content,
  parentId: string | undefined,
) {
  return { node, content, parentId, children: [] as const };
}

/** A session's row is the same whether it runs or not, so the selection stays on it. */
function sessionNode(ptyId: string, folder: string | undefined): SessionEntry['node'] {
  return { kind: 'session', id: `session:${ptyId}`, session: ptyId, folder };
}

/** What the person has to do about each task, and each session without a task. */
export function listGroups(entries: readonly TreeEntry[]): readonly TaskGroup[] {
  return entries.flatMap(({ content, children }) => {
    switch (content.kind) {
      case 'folder':
        return listGroups(children);
      case 'task':
        return [content.group];
      case 'session':
        return [content.only?.group ?? groupOf([content], false)];
      case 'conversation':
        return content.only ? [content.only.group] : [];
      case 'changes':
      case 'comment':
      case 'comments':
      case 'creation':
      case 'file':
      case 'moreFiles':
      case 'round':
        return [];
    }
  });
}
