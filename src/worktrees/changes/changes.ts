import type { Worktree } from '../worktree';

/** Which changes are asked for. */
export type ChangesRequest =
  /** Of a task with a worktree: since it left its base branch, or since its last commit. */
  | { readonly worktree: Worktree; readonly since: 'base' | 'head' }
  /** Of the working tree that contains a folder: since a commit, or since the last one. */
  | { readonly folder: string; readonly since: 'head' | { readonly commit: string } };

/** How the files of a working tree differ from a commit, committed or not. */
export interface Changes {
  /** The working tree, in which the paths are. */
  readonly root: string;
  /** The commit on the left side, for `Worktrees.original`; before the first commit, the empty tree. */
  readonly since: string;
  /** The commit that was checked out; undefined before the first commit. */
  readonly head: string | undefined;
  /** At most {@link MAX_CHANGED_FILES}. */
  readonly files: readonly ChangedFile[];
  /** Of all files, also those that are left out of `files`; lines where they are known. */
  readonly total: { readonly files: number; readonly added: number; readonly removed: number };
  /** What is left out or compared in another way, a sentence each. */
  readonly notices: readonly string[];
}

export type ChangeKind =
  | 'added'
  | 'modified'
  | 'deleted'
  | 'renamed'
  /** A file became a link or a submodule, or the reverse. */
  | 'typeChanged'
  | 'untracked'
  /** A merge, rebase or cherry-pick waits for the resolution. */
  | 'conflicted'
  /** A submodule is at another commit. What changed inside is not read. */
  | 'submodule';

export interface ChangedFile {
  /** Below the root, with `/`. */
  readonly path: string;
  /** Whether the name is not valid UTF-8: `path` is then only for display, and there is no diff. */
  readonly isNameInvalid: boolean;
  /** Of a renamed file. An untracked file can be a renamed one. */
  readonly previousPath: string | undefined;
  readonly kind: ChangeKind;
  /** On the right side; of a deleted file, on the left. An untracked repository is a `submodule`. */
  readonly mode: 'file' | 'link' | 'submodule';
  /** Lines; undefined if they are not counted, as in a binary file. */
  readonly added: number | undefined;
  readonly removed: number | undefined;
  /** As git detects it: a NUL in the first 8,000 bytes, an attribute, or too large a file. */
  readonly isBinary: boolean;
  /**
   * Size and times of the last modification and change of status of the right side on disk; undefined if it is deleted, not a file or link, or over the
   * limit. An edit that keeps the counts of lines changes it.
   */
  readonly stamp: string | undefined;
}
