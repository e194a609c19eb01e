import * as posix from 'node:path/posix';
import { toVisibleText } from '../../base/text/visibleText';
import type { Task } from '../../tasks/task';
import type { ChangedFile, Changes } from '../../worktrees/changes/changes';
import { countOf, formatNames } from '../../worktrees/formatNames';

/** The most files of one review: VS Code loads both sides of all of them as it opens. */
export const MAX_REVIEWED_FILES = 1000;

/** One side of a diff, by the path below the root of the changes. */
export interface ReviewSide {
  /** `original`: as the commit has it. `link`: the target of a link, which is not followed. */
  readonly kind: 'original' | 'file' | 'link';
  readonly path: string;
}

/** Both sides of a changed file; a side is undefined if the file is not there. */
export interface FileDiff {
  readonly path: string;
  readonly left: ReviewSide | undefined;
  readonly right: ReviewSide | undefined;
}

export type NoDiffReason = 'binary' | 'invalidName' | 'submodule' | 'tooLarge';

export type FilePlan =
  | { readonly kind: 'diff'; readonly diff: FileDiff }
  | { readonly kind: 'none'; readonly reason: NoDiffReason };

export interface ReviewPlan {
  /** VS Code adds how many files are shown: `Fix the till, of 3 files (2 files)`. */
  readonly title: string;
  readonly diffs: readonly FileDiff[];
  /** Which files are left out, in one sentence. */
  readonly leftOut: string | undefined;
}

export function planFile(file: ChangedFile): FilePlan {
  const reason = findObstacle(file);
  return reason === undefined
    ? { kind: 'diff', diff: { path: file.path, left: leftOf(file), right: rightOf(file) } }
    : { kind: 'none', reason };
}

/** Plans the review of all files that can be shown as text. */
export function planReview(task: Pick<Task, 'name'>, changes: Changes): ReviewPlan {
  const plans = changes.files.map((file) => ({ file, plan: planFile(file) }));
  const texts = plans.flatMap(({ plan }) => (plan.kind === 'diff' ? [plan.diff] : []));
  const diffs = texts.slice(0, MAX_REVIEWED_FILES);
  const named = plans.flatMap(({ file, plan }) =>
    plan.kind === 'none' ? [`${toVisibleText(file.path)} (${REASONS[plan.reason].words})`] : [],
  );
  const { files } = changes.total;
  const unnamed = files - diffs.length - named.length;
  const rest = unnamed > 0 ? [`${countOf(unnamed, 'file')} over the limit`] : [];
  const list = [...(named.length > 0 ? [formatNames(named)] : []), ...rest].join('; ');
  const all = diffs.length < files ? `, of ${countOf(files, 'file')}` : '';
  return {
    title: `${toVisibleText(task.name)}${all}`,
    diffs,
    leftOut:
      list === '' ? undefined : `Left out of the review of ${toVisibleText(task.name)}: ${list}.`,
  };
}

/** Whether a person who looks at one file has looked at all changes. */
export function isOnlyFile({ files, total }: Changes, path: string): boolean {
  return total.files === 1 && files[0]?.path === path;
}

/** `greet.js (Fix the till)` */
export function formatDiffTitle(path: string, task: Pick<Task, 'name'>): string {
  return `${toVisibleText(posix.basename(path))} (${toVisibleText(task.name)})`;
}

/** A sentence on a file that is not opened as a diff. */
export function explainNoDiff(path: string, reason: NoDiffReason): string {
  return `${toVisibleText(path)} ${REASONS[reason].sentence}.`;
}

/** Whether the file itself can be opened instead. */
export function opensInstead({ kind }: ChangedFile, reason: NoDiffReason): boolean {
  return kind !== 'deleted' && (reason === 'binary' || reason === 'tooLarge');
}

const REASONS = {
  // Git's word for a file that is too large is the same.
  binary: { words: 'binary', sentence: 'is binary, or too large to be compared' },
  invalidName: { words: 'invalid name', sentence: 'has a name that is not valid UTF-8' },
  submodule: {
    words: 'submodule',
    sentence: 'is a submodule: what has changed inside of it is not shown',
  },
  tooLarge: { words: 'too large', sentence: 'is too large to be compared' },
} as const satisfies Record<NoDiffReason, { readonly words: string; readonly sentence: string }>;

function findObstacle(file: ChangedFile): NoDiffReason | undefined {
  if (file.isNameInvalid) {
    return 'invalidName';
  }
  if (file.mode === 'submodule' || file.kind === 'submodule') {
    return 'submodule';
  }
  return file.isBinary ? 'binary' : undefined;
}

function leftOf({ kind, path, previousPath }: ChangedFile): ReviewSide | undefined {
  const isNew = (kind === 'added' || kind === 'untracked') && previousPath === undefined;
  return isNew ? undefined : { kind: 'original', path: previousPath ?? path };
}

function rightOf({ kind, mode, path }: ChangedFile): ReviewSide | undefined {
  return kind === 'deleted' ? undefined : { kind: mode === 'link' ? 'link' : 'file', path };
}
