import * as posix from 'node:path/posix';
import type { TaskChanges } from '../../../agents/worktrees/worktreeStates';
import { toVisibleText } from '../../../base/text/visibleText';
import { ITEM_FLAGS, TREE_ITEMS } from '../../../config/contributions';
import type { ChangedFile, ChangeKind, Changes } from '../../../worktrees/changes/changes';
import { countOf } from '../../../worktrees/formatNames';
import type { ChangeContent } from './changeRows';
import { explainOthers } from './overlapPresentation';
import type { NodePresentation } from '../treeItem';

interface KindPresentation {
  readonly words: string;
  /** At most two characters, beside the name, as VS Code's own source control shows it. */
  readonly badge: string;
  /** The id of a theme colour. */
  readonly color: string;
}

export const CHANGE_KINDS = {
  added: { words: 'added', badge: 'A', color: 'gitDecoration.addedResourceForeground' },
  modified: { words: 'modified', badge: 'M', color: 'gitDecoration.modifiedResourceForeground' },
  deleted: { words: 'deleted', badge: 'D', color: 'gitDecoration.deletedResourceForeground' },
  renamed: { words: 'renamed', badge: 'R', color: 'gitDecoration.renamedResourceForeground' },
  typeChanged: {
    words: 'type changed',
    badge: 'T',
    color: 'gitDecoration.modifiedResourceForeground',
  },
  untracked: { words: 'untracked', badge: 'U', color: 'gitDecoration.untrackedResourceForeground' },
  conflicted: {
    words: 'conflicted',
    badge: '!',
    color: 'gitDecoration.conflictingResourceForeground',
  },
  submodule: { words: 'submodule', badge: 'S', color: 'gitDecoration.submoduleResourceForeground' },
} as const satisfies Record<ChangeKind, KindPresentation>;

/** The parts of a task's row: `3 files +10 −2`, `1 reviewed`; empty if no file has changed. */
export function describeChanges(
  found: TaskChanges | undefined,
  reviewed: ReadonlySet<string>,
): readonly string[] {
  return found?.kind === 'read' && found.changes.total.files > 0
    ? [
        formatTotal(found.changes.total),
        ...(reviewed.size > 0 ? [`${reviewed.size} reviewed`] : []),
      ]
    : [];
}

/** The part of a task's tooltip. */
export function explainChanges(found: TaskChanges | undefined): readonly string[] {
  return found?.kind === 'unreadable' ? [`Its changes cannot be read: ${found.reason}`] : [];
}

export function presentChange(content: ChangeContent): NodePresentation {
  switch (content.kind) {
    case 'changes':
      return presentChanges(content);
    case 'file':
      return presentFile(content);
    case 'moreFiles':
      return presentMore(content.count);
  }
}

type ShownChanges = Extract<ChangeContent, { kind: 'changes' }>;

function presentChanges(shown: ShownChanges): NodePresentation {
  const { task, changes, areUncommitted } = shown;
  const description = formatTotal(changes.total);
  const name = `${areUncommitted ? 'Uncommitted changes' : 'Changes'} of ${task.name}`;
  return {
    label: areUncommitted ? 'Uncommitted' : 'Changes',
    description,
    tooltip: [
      `${name}: ${description}`,
      describeBase(shown),
      ...changes.notices.map(toVisibleText),
    ].join('\n'),
    icon: 'diff-multiple',
    color: undefined,
    contextValue: TREE_ITEMS.changes,
    accessibilityLabel: `${name}, ${description}`,
    collapsible: 'collapsed',
    opens: false,
  };
}

function describeBase({ task, changes: { since, head }, areUncommitted }: ShownChanges): string {
  if (head === undefined) {
    return 'Compared with an empty folder, because there is no commit yet.';
  }
  const left = `Compared with commit ${since.slice(0, 8)}`;
  if (areUncommitted) {
    return `${left}, which is checked out.`;
  }
  const base = task.worktree?.baseBranch?.replace(/^refs\/(heads|remotes)\//, '');
  const at = base === undefined ? '' : `, at which it left ${base}`;
  return `${left}${at}, also what is not committed.`;
}

function presentFile({
  file,
  others,
  isReviewed,
}: Extract<ChangeContent, { kind: 'file' }>): NodePresentation {
  const path = toVisibleText(file.path);
  const folder = posix.dirname(path);
  const where = folder === '.' ? [] : [folder];
  const { words } = CHANGE_KINDS[file.kind];
  const notes = [...formatLines(file), ...describeFile(file)];
  const reviewed = isReviewed ? ['reviewed'] : [];
  const name = posix.basename(path);
  const hint = file.isNameInvalid ? ['Its name is not valid UTF-8, so it cannot be opened.'] : [];
  return {
    label: name,
    description: [...where, ...notes].join(' · '),
    tooltip: [
      path,
      [words, ...notes, ...reviewed].join(', '),
      ...explainOthers(others),
      ...hint,
    ].join('\n'),
    icon: file.mode === 'submodule' ? 'repo' : 'file',
    color: undefined,
    contextValue: [
      TREE_ITEMS.changedFile,
      ...(others.length > 0 ? [ITEM_FLAGS.overlaps] : []),
      ...(isReviewed ? [ITEM_FLAGS.reviewed] : []),
    ].join('.'),
    accessibilityLabel: [name, ...where, ...new Set([words, ...notes]), ...reviewed].join(', '),
    collapsible: 'none',
    opens: !file.isNameInvalid,
    resource: { path, kind: file.kind },
    // What has changed inside a submodule is not shown.
    ...(!file.isNameInvalid && file.mode !== 'submodule' && { isReviewed }),
  };
}

/** What else is special about a file. */
function describeFile({
  isBinary,
  isNameInvalid,
  kind,
  mode,
  path,
  previousPath,
}: ChangedFile): readonly string[] {
  return [
    ...(isBinary && mode === 'file' ? ['binary'] : []),
    ...(mode === 'file' ? [] : [mode]),
    ...(previousPath === undefined ? [] : [`renamed from ${shortenFrom(previousPath, path)}`]),
    ...(kind === 'conflicted' ? ['conflicted'] : []),
    ...(isNameInvalid ? ['invalid name'] : []),
  ];
}

/** The name alone, if both are in one folder. */
function shortenFrom(previousPath: string, path: string): string {
  const isHere = posix.dirname(previousPath) === posix.dirname(path);
  return toVisibleText(isHere ? posix.basename(previousPath) : previousPath);
}

function presentMore(count: number): NodePresentation {
  const label = `and ${count} more: Review Task`;
  return {
    label,
    description: '',
    tooltip: 'Review Task opens them.',
    icon: 'ellipsis',
    color: undefined,
    contextValue: TREE_ITEMS.changes,
    accessibilityLabel: label,
    collapsible: 'none',
    opens: true,
  };
}

function formatTotal({ files, ...lines }: Changes['total']): string {
  return [countOf(files, 'file'), ...formatLines(lines)].join(' ');
}

/** `+10 −2`; empty if no line has changed or the lines are not counted. */
function formatLines({
  added = 0,
  removed = 0,
}: {
  readonly added: number | undefined;
  readonly removed: number | undefined;
}): readonly string[] {
  return added + removed === 0 ? [] : [`+${added} −${removed}`];
}
