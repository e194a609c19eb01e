import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FolderRef } from '../../agents/folderRef';
import type { PreparedStart } from '../../agents/preparedStart';
import { requireCwd } from '../../agents/start/requirements';
import { findContainingFolder, isReplaced, resolveDirectory } from '../../agents/folderDirectories';
import { SessionError } from '../../base/errors';
import type { Task } from '../../tasks/task';
import type { TaskStore } from '../../tasks/taskStore';
import { foldersOf, type Access } from '../access/access';
import { ApiError } from '../apiError';

interface StartDirectoriesDeps {
  readonly tasks: Pick<TaskStore, 'list'>;
  /** The workspace folders that are open now. */
  readonly folders: () => readonly FolderRef[];
  /** Whether a window of VS Code has the sessions; if not, only the trust of `folders` is known. */
  readonly hasWindow: boolean;
}

interface RequestedDirectory {
  /** An absolute path. */
  readonly cwd: string;
  /** Whether it is to be the source of a worktree. */
  readonly worktree?: boolean | undefined;
}

/** Decides in which directories a caller may start sessions. */
export class StartDirectories {
  constructor(private readonly deps: StartDirectoriesDeps) {}

  /**
   * The open folder that contains the directory, itself or in a worktree of one of its tasks; else the
   * directory itself.
   * @throws {SessionError} `CWD_NOT_FOUND` if the directory cannot be resolved. `UNTRUSTED` if it is outside of all open folders, and is to be
   * used without a window or for a worktree.
   * @throws {ApiError} `SESSION_USER_MISMATCH` for a directory that the caller has no access to.
   */
  async requireFolder(access: Access, requested: RequestedDirectory): Promise<FolderRef> {
    await requireCwd(requested.cwd);
    return this.locate(access, requested, await resolveDirectory(requested.cwd));
  }

  private async locate(
    access: Access,
    { cwd, worktree = false }: RequestedDirectory,
    real: string,
  ): Promise<FolderRef> {
    const open = foldersOf(access, this.deps.folders);
    const containing = await findContainingFolder(real, open, (uri) => this.deps.tasks.list(uri));
    if (containing) {
      return containing;
    }
    if (access.folder !== 'all') {
      throw new ApiError('SESSION_USER_MISMATCH', `${cwd} is not in the token’s folder.`);
    }
    // Without a window the settings are those of its folder. For a worktree git runs, before any agent
    // that asks for trust itself.
    if (!this.deps.hasWindow || worktree) {
      throw new SessionError(
        'UNTRUSTED',
        `${cwd} is in no folder that is open and trusted: open its folder in VS Code first.`,
      );
    }
    // Its tasks appear in windows that open this directory as a folder.
    return { uri: pathToFileURL(cwd).href, path: cwd, name: basename(cwd) };
  }

  /**
   * Returns a start in a directory to which the caller has access, and discards another one. Must be
   * called directly before the launch: the planning takes time, and the directory can have been
   * replaced by a link meanwhile. With a token for some directories only, the programs enter the
   * directory that was checked: a link may have another target in another process (`/proc/self`).
   * @throws {SessionError} and {ApiError} as {@link requireFolder}.
   */
  async requireStart(access: Access, prepared: PreparedStart): Promise<PreparedStart> {
    try {
      const { cwd } = prepared.task;
      const real = await resolveDirectory(cwd);
      await this.locate(access, { cwd }, real);
      if (access.folder !== 'all') {
        prepared.enter(real);
      }
      return prepared;
    } catch (error) {
      prepared.discard();
      throw error;
    }
  }

  /**
   * Checks a task whose uncommitted changes git is to copy, in its directory and in all of its worktree.
   * @throws {SessionError} and {ApiError} as {@link requireFolder}.
   */
  async requireSource(access: Access, { cwd, worktree }: Task): Promise<void> {
    await this.requireFolder(access, { cwd });
    if (worktree && access.folder !== 'all' && (await isReplaced(worktree.path))) {
      throw new ApiError(
        'SESSION_USER_MISMATCH',
        `A link has replaced ${worktree.path}: remove the link, or fork without a worktree.`,
      );
    }
  }
}
