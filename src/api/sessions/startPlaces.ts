import { basename, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FolderRef, PreparedStart, TaskChoice } from '../../agents/agentService';
import { requireCwd } from '../../agents/start/requirements';
import { Deferred } from '../../base/deferred';
import { SessionError } from '../../base/errors';
import { isSameDirectory, realDirectory } from '../../conversations/transcripts/realDirectory';
import type { Task } from '../../tasks/task';
import { findTasks, freeName, parseTaskName } from '../../tasks/taskName';
import type { TaskStore } from '../../tasks/taskStore';
import { foldersOf, type Access } from '../auth/access';
import { ApiError } from '../http/apiError';
import { isInside } from '../../base/isInside';
import type { WorktreeTasks } from './worktreeTasks';

interface StartPlacesDeps {
  readonly tasks: Pick<TaskStore, 'create' | 'list' | 'remove'>;
  readonly worktreeTasks: Pick<WorktreeTasks, 'create' | 'remove'>;
  /** The workspace folders that are open now. */
  readonly folders: () => readonly FolderRef[];
  /** Whether a window of VS Code has the sessions; if not, only the trust of `folders` is known. */
  readonly hasWindow: boolean;
}

interface PlaceRequest {
  /** An absolute path. */
  readonly cwd: string;
  /** A task's name or id; undefined for a task named after `fallback`. */
  readonly task: string | undefined;
  readonly fallback: string;
  /** Whether a new task gets a worktree of the folder, and an existing one must have its own. */
  readonly worktree?: boolean | undefined;
}

/** Where a session starts. A task that was created for it is removed if the start fails. */
export interface StartPlace {
  readonly folder: FolderRef;
  readonly task: Task;
  readonly isNew: boolean;
  /** The task as `AgentService.prepareAgent` takes it. */
  readonly choice: TaskChoice;
}

/** A start that creates a task with a worktree, whose name no other start may take meanwhile. */
interface CreatingStart {
  readonly folder: FolderRef;
  readonly name: string;
  /** Resolves when the start has succeeded, or has failed and its task is removed. */
  readonly settled: Promise<void>;
}

/** Finds the folder and the task of a start by an external caller, or creates the task. */
export class StartPlaces {
  /** The starts under way that create a task with a worktree. */
  private readonly creating = new Set<CreatingStart>();

  constructor(private readonly deps: StartPlacesDeps) {}

  /**
   * Calls `start` with the place of the request. If it fails, a task that was created for it is
   * removed, unless another start has joined it or this one may still begin. A start that names a
   * task which another one creates with a worktree waits for that start, then joins the task.
   * @throws {SessionError} `CWD_NOT_FOUND`, `BAD_REQUEST`, `ILLEGAL_STATE`; `UNTRUSTED` if a directory
   * outside of all open folders is to be used without a window, or for a worktree; and what `start`
   * throws.
   * @throws {ApiError} `SESSION_USER_MISMATCH` for a directory that the caller has no access to.
   */
  async use<T>(
    access: Access,
    request: PlaceRequest,
    start: (place: StartPlace) => Promise<T>,
  ): Promise<T> {
    await requireCwd(request.cwd);
    const folder = await this.folderFor(access, request.cwd);
    this.requireTrusted(folder, request);
    await this.whenCreated(folder, request.task);
    // No `await` from here until the name is reserved, or another start could take the same one.
    const name = this.nameWorktree(folder, request);
    if (name === undefined) {
      return this.startIn(await this.find(access, folder, request), start);
    }
    const create = async (): Promise<T> =>
      this.startIn(await this.make(access, folder, { ...request, name }), start);
    return this.reserve({ folder, name }, create);
  }

  /**
   * Checks that the caller has access to the directory of a task or session. Must be called directly
   * before its use: the directory can have been replaced by a link since the last check.
   * @throws {SessionError} `UNTRUSTED` for a directory outside of all open folders, without a window.
   * @throws {ApiError} `SESSION_USER_MISMATCH`.
   */
  async requireAccess(access: Access, cwd: string): Promise<void> {
    this.requireTrusted(await this.folderFor(access, cwd), { cwd });
  }

  /**
   * Returns a start in a directory to which the caller has access, and discards another one. Must be
   * called directly before the launch: the planning takes time.
   * @throws {SessionError} and {ApiError} as {@link requireAccess}.
   */
  async requireStart(access: Access, prepared: PreparedStart): Promise<PreparedStart> {
    try {
      await this.requireAccess(access, prepared.task.cwd);
      return prepared;
    } catch (error) {
      prepared.discard();
      throw error;
    }
  }

  private async startIn<T>(
    place: StartPlace,
    start: (place: StartPlace) => Promise<T>,
  ): Promise<T> {
    try {
      return await start(place);
    } catch (error) {
      await this.discard(place, error);
      throw error;
    }
  }

  private async discard({ task, isNew }: StartPlace, error: unknown): Promise<void> {
    const { tasks, worktreeTasks } = this.deps;
    const now = tasks.list().find(({ id }) => id === task.id);
    const isUsed = now !== undefined && now.conversations.length > 0;
    if (isNew && !isUsed && !SessionError.is(error, 'TIMEOUT')) {
      await (task.worktree ? worktreeTasks.remove(task) : tasks.remove(task.id));
    }
  }

  /** Waits for the starts that create the named task, until they have succeeded or failed. */
  private async whenCreated({ uri }: FolderRef, named: string | undefined): Promise<void> {
    const find = () =>
      [...this.creating].find(({ folder, name }) => folder.uri === uri && name === named?.trim());
    for (let other = find(); other; other = find()) {
      await other.settled;
    }
  }

  /** The name of a new task with a worktree; undefined if the request needs none. */
  private nameWorktree(
    folder: FolderRef,
    { task, fallback, worktree = false }: PlaceRequest,
  ): string | undefined {
    const open = this.listOpen(folder);
    if (!worktree || (task !== undefined && findTasks(task, open).length > 0)) {
      return undefined;
    }
    const created = [...this.creating].filter((one) => one.folder.uri === folder.uri);
    const taken = [...open, ...created].map(({ name }) => name);
    return task === undefined ? freeName(fallback, taken) : parseTaskName(task);
  }

  private async reserve<T>(
    task: Pick<CreatingStart, 'folder' | 'name'>,
    create: () => Promise<T>,
  ): Promise<T> {
    const settled = new Deferred<void>();
    const start = { ...task, settled: settled.promise };
    this.creating.add(start);
    try {
      return await create();
    } finally {
      this.creating.delete(start);
      settled.resolve();
    }
  }

  private async find(
    access: Access,
    folder: FolderRef,
    { cwd, task: requested, fallback, worktree = false }: PlaceRequest,
  ): Promise<StartPlace> {
    const open = this.listOpen(folder);
    if (requested !== undefined) {
      const [named] = findTasks(requested, open);
      return named
        ? this.existing(folder, requireAsRequested(named, worktree), cwd)
        : this.make(access, folder, { name: requested, cwd });
    }
    for (const task of open.filter(({ name }) => isNumbered(name, fallback))) {
      if (!task.worktree && !task.pendingSetup && (await isSameDirectory(task.cwd, cwd))) {
        return placeOf(folder, task, 'existing');
      }
    }
    const name = freeName(
      fallback,
      open.map((task) => task.name),
    );
    return this.make(access, folder, { name, cwd });
  }

  private listOpen({ uri }: FolderRef): readonly Task[] {
    return this.deps.tasks.list(uri).filter((task) => task.archivedAt === undefined);
  }

  private async existing(folder: FolderRef, task: Task, cwd: string): Promise<StartPlace> {
    if (task.pendingSetup) {
      throw new SessionError(
        'ILLEGAL_STATE',
        `Task "${task.name}" is not set up yet: start its first agent in the window.`,
      );
    }
    const isTaskDirectory = await isSameDirectory(task.cwd, cwd);
    if (!isTaskDirectory && !(await isSameDirectory(folder.path, cwd))) {
      throw new SessionError(
        'BAD_REQUEST',
        `Task "${task.name}" works in ${task.cwd}, not in ${cwd}: name another task, or that directory.`,
      );
    }
    return placeOf(folder, task, 'existing');
  }

  private async make(
    access: Access,
    folder: FolderRef,
    {
      cwd,
      worktree = false,
      ...request
    }: Pick<PlaceRequest, 'cwd' | 'worktree'> & { readonly name: string },
  ): Promise<StartPlace> {
    const { tasks, worktreeTasks } = this.deps;
    const name = parseTaskName(request.name);
    const task = worktree
      ? await worktreeTasks.create(access, { folder, name })
      : await tasks.create({ name, folder: folder.uri, cwd });
    return placeOf(folder, task, 'new');
  }

  private async folderFor(access: Access, cwd: string): Promise<FolderRef> {
    const real = await realDirectory(cwd);
    const open = foldersOf(access, this.deps.folders);
    const holding = await this.holdingFolder(open, real);
    if (holding) {
      return holding;
    }
    if (access.folder !== 'all') {
      throw new ApiError('SESSION_USER_MISMATCH', `${cwd} is not in the token’s folder.`);
    }
    // Its tasks appear in windows that open this directory as a folder.
    return { uri: pathToFileURL(cwd).href, path: cwd, name: basename(cwd) };
  }

  /**
   * The trust of a window is that of its folders. Git runs for a worktree before any agent that asks
   * for trust itself, and without a window the settings are those of its folder.
   */
  private requireTrusted(
    { uri }: FolderRef,
    { cwd, worktree = false }: Pick<PlaceRequest, 'cwd' | 'worktree'>,
  ): void {
    const isOpen = this.deps.folders().some((folder) => folder.uri === uri);
    if (isOpen || (this.deps.hasWindow && !worktree)) {
      return;
    }
    throw new SessionError(
      'UNTRUSTED',
      `${cwd} is in no folder that is open and trusted: open its folder in VS Code first.`,
    );
  }

  /**
   * The innermost folder that contains the directory, itself or in a worktree of one of its tasks.
   */
  private async holdingFolder(
    open: readonly FolderRef[],
    real: string,
  ): Promise<FolderRef | undefined> {
    const innermost = [...open].sort((one, other) => other.path.length - one.path.length);
    for (const folder of innermost) {
      const worktrees = this.deps.tasks.list(folder.uri).flatMap(({ worktree }) => worktree ?? []);
      const own = { path: folder.path, cwd: folder.path };
      for (const { path, cwd } of [own, ...worktrees]) {
        // An agent can replace a directory in its worktree by a link, so only the root is resolved.
        if (isInside(real, join(await realDirectory(path), relative(path, cwd)))) {
          return folder;
        }
      }
    }
    return undefined;
  }
}

function placeOf(folder: FolderRef, task: Task, age: 'new' | 'existing'): StartPlace {
  return { folder, task, isNew: age === 'new', choice: { kind: 'existing', id: task.id } };
}

/** @throws {SessionError} `BAD_REQUEST` if a worktree is requested of a task without one. */
function requireAsRequested(task: Task, worktree: boolean): Task {
  if (worktree && !task.worktree) {
    throw new SessionError(
      'BAD_REQUEST',
      `Task "${task.name}" works in ${task.cwd} and has no worktree: remove "worktree", or name a new task.`,
    );
  }
  return task;
}

/** Whether a name equals the other one, optionally with a number that `freeName` appended. */
function isNumbered(name: string, requested: string): boolean {
  return (
    name === requested ||
    (name.startsWith(`${requested} `) && /^\d+$/.test(name.slice(requested.length + 1)))
  );
}
