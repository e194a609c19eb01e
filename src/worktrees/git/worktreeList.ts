import { resolve } from 'node:path';
import { requireSuccess, USAGE_ERROR, type Git } from './git';

/** A working tree in git's list. The first one is the main working tree. */
export interface ListedWorktree {
  readonly path: string;
  /** Undefined if it has no files, as the main one of a bare repository. */
  readonly head: string | undefined;
  /** In full (`refs/heads/main`); undefined if the head is detached. */
  readonly branch: string | undefined;
  readonly isBare: boolean;
  /** The reason for a lock, perhaps empty; undefined if it is not locked. */
  readonly lockReason: string | undefined;
}

export async function listWorktrees(
  git: Git,
  directory: string,
): Promise<readonly ListedWorktree[]> {
  const list = ['worktree', 'list', '--porcelain'];
  const exact = await git.query(directory, [...list, '-z']);
  return exact.code === USAGE_ERROR
    ? // Before git 2.36, which could not list a path with a newline.
      parseWorktreeList(await git.read(directory, list), '\n')
    : parseWorktreeList(requireSuccess(directory, list, exact), '\0');
}

/** Parses `git worktree list --porcelain`, whose lines end with newlines or, with -z, with NUL. */
export function parseWorktreeList(text: string, end: '\n' | '\0'): readonly ListedWorktree[] {
  return text
    .split(end + end)
    .map((record) => record.split(end).filter((line) => line !== ''))
    .flatMap((lines) => parseRecord(lines) ?? []);
}

function parseRecord(lines: readonly string[]): ListedWorktree | undefined {
  const attributes = new Map(lines.map(splitAtSpace));
  const path = attributes.get('worktree');
  if (path === undefined) {
    return undefined;
  }
  return {
    path: resolve(path),
    head: attributes.get('HEAD'),
    branch: attributes.get('branch'),
    isBare: attributes.has('bare'),
    lockReason: attributes.get('locked'),
  };
}

function splitAtSpace(line: string): readonly [string, string] {
  const space = line.indexOf(' ');
  return space < 0 ? [line, ''] : [line.slice(0, space), line.slice(space + 1)];
}
