import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { SessionError } from '../base/errors';
import { isInside } from '../base/isInside';
import { isWithin, realDirectory } from '../base/directories';
import type { Task } from '../tasks/task';
import type { FolderRef } from './folderRef';
import type { StartContext } from './start/startContext';

type TasksOf = (folderUri: string) => readonly Task[];

/**
 * The path without links. A directory whose links cannot be resolved can be anywhere.
 * @throws {SessionError} `CWD_NOT_FOUND`.
 */
export async function resolveDirectory(cwd: string): Promise<string> {
  try {
    return await realpath(cwd);
  } catch (cause) {
    throw new SessionError(
      'CWD_NOT_FOUND',
      `The working directory ${cwd} cannot be resolved; name an existing directory without links.`,
      { cause },
    );
  }
}

/**
 * The innermost of these folders that contains the directory, itself or in a worktree of one of its
 * tasks; undefined if none does.
 * @param real the directory's path without links.
 */
export async function findContainingFolder(
  real: string,
  folders: readonly FolderRef[],
  tasksOf: TasksOf,
): Promise<FolderRef | undefined> {
  const innermost = [...folders].sort((one, other) => other.path.length - one.path.length);
  for (const folder of innermost) {
    const worktrees = await listWorktrees(tasksOf(folder.uri));
    const directories = [await realDirectory(folder.path), ...worktrees];
    if (directories.some((directory) => isInside(real, directory))) {
      return folder;
    }
  }
  return undefined;
}

/**
 * The directories of tasks in their worktrees. The worktree, the directory around it, and one in it can have
 * been replaced by a link, so they are not resolved.
 */
function listWorktrees(tasks: readonly Task[]): Promise<readonly string[]> {
  const worktrees = tasks
    .filter(({ archivedAt }) => archivedAt === undefined)
    .flatMap(({ worktree }) => worktree ?? []);
  return Promise.all(
    worktrees.map(async ({ path, cwd }) => join(await resolveAbove(path), relative(path, cwd))),
  );
}

/**
 * The directory in `to` that corresponds to `path` in `from`; `to` itself if there is none, `path` is elsewhere, or
 * a link leads out of `to`.
 */
export async function findCounterpart(path: string, from: string, to: string): Promise<string> {
  const [real, realFrom] = await Promise.all([realDirectory(path), realDirectory(from)]);
  const counterpart = join(to, relative(realFrom, real));
  if (!isInside(real, realFrom) || counterpart === to) {
    return to;
  }
  const found = await stat(counterpart).catch(() => undefined);
  return found?.isDirectory() && (await isWithin(counterpart, to)) ? counterpart : to;
}

/** Whether a link has replaced the worktree at this path. */
export async function isReplaced(path: string): Promise<boolean> {
  return (await resolveDirectory(path)) !== (await resolveAbove(path));
}

/** The path of a worktree, of which only what contains all worktrees of the repository is resolved. */
async function resolveAbove(path: string): Promise<string> {
  const all = dirname(path);
  return join(await realDirectory(dirname(all)), basename(all), basename(path));
}

/**
 * The directory, without links, in which a start has to begin that must stay in its folder: its session
 * was first started with rights on that folder only. Undefined for other starts.
 * @throws {SessionError} `CWD_NOT_FOUND`; `ILLEGAL_STATE` if the task's directory leads out of the folder.
 */
export async function findConfinement(
  { isConfined, folder, label, task }: StartContext,
  tasksOf: TasksOf,
): Promise<string | undefined> {
  if (!isConfined) {
    return undefined;
  }
  const real = await resolveDirectory(task.cwd);
  if (await findContainingFolder(real, [folder], tasksOf)) {
    return real;
  }
  throw new SessionError(
    'ILLEGAL_STATE',
    `${label} was started with the rights of ${folder.name} only, and its directory ${task.cwd} leads out of that now, to ${real}: restore the directory, or start a new session.`,
  );
}
