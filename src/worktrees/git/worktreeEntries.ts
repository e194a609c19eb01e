import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Git } from './git';
import { pathKey, resolvePhysical } from '../paths';
import { LINK_BYTES } from '../limits';

/**
 * Git's administrative data of a worktree in its repository (gitrepository-layout:
 * `worktrees/<id>`).
 */
export interface WorktreeEntry {
  /**
   * The worktree's private directory. It stays the same when git moves the worktree, and is deleted
   * with it.
   */
  readonly directory: string;
  readonly path: string;
  /** The content written by {@link writeMark}; undefined if the worktree was created by others. */
  readonly mark: string | undefined;
  /** The reason for a lock, perhaps empty; undefined if it is not locked. */
  readonly lockReason: string | undefined;
}

/** Below the private directory. A file directly in that directory could be mistaken for a ref. */
const MARK_FILE = join('info', 'agent-terminals');

/** All worktrees of the repository except the main one, existing or not. */
export async function listEntries(git: Git, repository: string): Promise<readonly WorktreeEntry[]> {
  const common = await git.readLine(repository, ['rev-parse', '--git-common-dir']);
  const root = join(await resolvePhysical(resolve(repository, common)), 'worktrees');
  const ids = await readdir(root).catch(() => []);
  const entries = await Promise.all(ids.map((id) => readEntry(join(root, id))));
  return entries.flatMap((entry) => entry ?? []);
}

async function readEntry(directory: string): Promise<WorktreeEntry | undefined> {
  const [back, mark, lockReason] = await Promise.all(
    ['gitdir', MARK_FILE, 'locked'].map((name) => readText(join(directory, name))),
  );
  return back === undefined
    ? undefined
    : { directory, path: dirname(resolve(directory, back)), mark, lockReason };
}

export function isSamePath(a: string, b: string): boolean {
  return pathKey(a) === pathKey(b);
}

/** The target of a worktree's `.git` file; undefined if there is none, or a repository. */
export async function readLink(worktree: string): Promise<string | undefined> {
  const text = await readText(join(worktree, '.git'));
  const link = text?.match(/^gitdir: (.+)$/)?.[1];
  return link === undefined ? undefined : resolvePhysical(resolve(worktree, link));
}

/** Whether git in that directory uses that private directory. */
export async function leadsTo(worktree: string, directory: string): Promise<boolean> {
  const link = await readLink(worktree);
  return link !== undefined && isSamePath(link, directory);
}

/** Marks a worktree as created by the extension, to distinguish it from the person's own. */
export async function writeMark(directory: string, mark: string): Promise<void> {
  const file = join(directory, MARK_FILE);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${mark}\n`);
}

async function readText(file: string): Promise<string | undefined> {
  try {
    const found = await stat(file);
    // A named pipe would block its reader, and a device might never end.
    const isUsable = found.isFile() && found.size <= LINK_BYTES;
    return isUsable ? (await readFile(file, 'utf8')).trim() : undefined;
  } catch {
    return undefined;
  }
}
