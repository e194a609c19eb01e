import { basename } from 'node:path';
import type { FolderRef } from '../../agents/folderRef';
import { toVisibleText } from '../../base/text/visibleText';
import { ITEM_FLAGS, TREE_ITEMS } from '../../config/contributions';
import type { PullRequest } from '../../review/pullRequests/pullRequest';
import type { Task } from '../../tasks/task';
import { describeChanges, explainChanges } from './changes/changePresentation';
import { describeOverlaps, explainOverlaps } from './changes/overlapPresentation';
import type { SessionRow } from './sessionRow';
import type { NodePresentation } from './treeItem';
import type { TaskContent, TreeContent, TreeEntry } from './treeModel';
import { presentWorktree, type WorktreePresentation } from './worktreePresentation';

/** Presents a task that has its sessions below it, or none. */
export function presentTask(shown: TaskContent, entry: TreeEntry): NodePresentation {
  const { task } = shown;
  const parts = describeTask(shown);
  const words = [describeRunning(shown.liveSessions, entry), ...parts.words];
  return {
    label: task.name,
    description: words.join(' · '),
    tooltip: [task.name, ...parts.tooltip].join('\n'),
    icon: parts.isLost ? LOST.icon : 'tasklist',
    color: parts.isLost ? LOST.color : undefined,
    contextValue: parts.contextValue,
    accessibilityLabel: [`Task ${task.name}`, ...words].join(', '),
    collapsible: planTaskRows(entry),
    opens: false,
  };
}

/** Presents a task and its only session in one row. */
export function presentOnly(
  session: SessionRow,
  shown: TaskContent,
  { children }: TreeEntry,
): NodePresentation {
  const { task } = shown;
  const parts = describeTask(shown);
  const { label, provider, state } = session;
  const agent = label.includes(provider) ? [label] : [label, provider];
  // A lost worktree first, because the rest may be cut off.
  const words = parts.isLost
    ? [...parts.words, ...state, ...agent]
    : [...state, ...agent, ...parts.words];
  return {
    label: task.name,
    description: words.join(' · '),
    tooltip: [
      ...new Set([
        task.name,
        ...(label === provider ? [] : [label]),
        ...session.tooltip,
        ...parts.tooltip,
      ]),
    ].join('\n'),
    icon: parts.isLost ? LOST.icon : session.icon,
    color: parts.isLost ? LOST.color : session.color,
    contextValue: `${session.contextValue}.${parts.contextValue}`,
    accessibilityLabel: [`Task ${task.name}`, ...words].join(', '),
    collapsible: children.length > 0 ? 'collapsed' : 'none',
    opens: true,
  };
}

const LOST = { icon: 'warning', color: 'list.warningForeground' } as const;

interface TaskParts {
  readonly words: readonly string[];
  readonly tooltip: readonly string[];
  readonly isLost: boolean;
  readonly contextValue: string;
}

function describeTask(shown: TaskContent): TaskParts {
  const { task, folder, group, liveSessions, worktree, changes, overlaps, review } = shown;
  const { pullRequest } = shown;
  const presented = task.worktree && presentWorktree(task.worktree, worktree);
  const changed = describeChanges(changes, review.reviewed);
  const [total, ...reviewed] = changed;
  return {
    words: [
      ...(total === undefined ? [] : [total]),
      // Before the rest, which a narrow side bar cuts off.
      ...(group === 'toReview' ? ['to review'] : []),
      ...reviewed,
      ...describeOverlaps(overlaps),
      ...(pullRequest ? [`#${pullRequest.number} ${pullRequest.state}`] : []),
      ...(presented?.words ?? describeDirectory(task, folder)),
    ],
    tooltip: [
      task.cwd,
      ...(presented?.tooltip ?? []),
      ...explainChanges(changes),
      ...explainOverlaps(overlaps),
      ...explainPullRequest(pullRequest),
      `Created ${task.createdAt}`,
    ],
    isLost: presented?.isLost === true,
    contextValue: itemOf(presented, [
      liveSessions > 0 ? ITEM_FLAGS.running : ITEM_FLAGS.empty,
      ...(presented ? [ITEM_FLAGS.worktree] : []),
      ...(task.landing ? [ITEM_FLAGS.landed] : []),
      ...(changed.length > 0 ? [ITEM_FLAGS.changed] : []),
      ...(overlaps ? [ITEM_FLAGS.overlaps] : []),
    ]),
  };
}

/** The title is untrusted. */
function explainPullRequest(pullRequest: PullRequest | undefined): readonly string[] {
  if (!pullRequest) {
    return [];
  }
  const { number, state, title, url } = pullRequest;
  return [`Pull request #${number} (${state}): ${toVisibleText(title)}`, url];
}

function itemOf(worktree: WorktreePresentation | undefined, flags: readonly string[]): string {
  return worktree?.isLost ? TREE_ITEMS.lostTask : [TREE_ITEMS.task, ...flags].join('.');
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
