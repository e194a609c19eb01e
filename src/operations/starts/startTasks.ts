import type { FolderRef } from '../../agents/folderRef';
import type { TaskChoice } from '../../agents/startRequests';
import { findCounterpart, resolveDirectory } from '../../agents/folderDirectories';
import type { AgentSettings } from '../../agents/start/agentSettings';
import { requireCwd } from '../../agents/start/requirements';
import { Deferred } from '../../base/deferred';
import { SessionError } from '../../base/errors';
import { isInside } from '../../base/isInside';
import { isSameDirectory, isWithin, withoutParents } from '../../base/directories';
import { requestedWorktree, requireRequestedWorktree } from '../../tasks/requestedWorktree';
import type { Task } from '../../tasks/task';
import { findTasks, freeName, parseTaskName } from '../../tasks/taskName';
import type { TaskStore } from '../../tasks/taskStore';
import type { Access } from '../access/access';
import type { StartDirectories } from './startDirectories';
import type { WorktreeTasks } from './worktreeTasks';

interface StartTaskRequest {
  /** An absolute path. */
  readonly cwd: string;
  /** A task's name or id; undefined for a task named after `fallback`. */
  readonly task: string | undefined;
  readonly fallback: string;
  /** Whether a new task gets a worktree of the folder, and an existing one must have its own. */
  readonly worktree?: boolean | undefined;
  /** The branch, tag or commit that the worktree of a new task starts from. */
  readonly base?: string | undefined;
  /** Whether an agent starts in the task, and not a shell or another program. */
  readonly isAgent?: boolean | undefined;
  /** Ends the creation of a worktree. */
  readonly signal?: AbortSignal | undefined;
}

/** The task in which a session starts. One that was created for it is removed if the start fails. */
export interface StartTask {
  readonly folder: FolderRef;
  readonly task: Task;
  readonly isNew: boolean;
  /** Notices about what is missing in its worktree, one sentence each. */
  readonly notices: readonly string[];
  /** The task as `AgentLauncher.prepareAgent` takes it. */
  readonly choice: TaskChoice;
}

/** A start that creates a task with a worktree, whose name no other start may take meanwhile. */
interface CreatingStart {
  readonly folder: FolderRef;
  readonly name: string;
  /** Resolves when the start has succeeded, or has failed and its task is removed. */
  readonly settled: Promise<void>;
}

/** Whether a new task gets a worktree. */
interface WorktreeChoice {
  readonly kind: 'with' | 'without';
  /** Why it gets none although the setting is `always`. */
  readonly obstacle?: string | undefined;
}

/** Finds the folder and the task of a start by an external caller, or creates the task. */
export class StartTasks {
  /** The starts under way that create a task with a worktree. */
  private readonly creating = new Set<CreatingStart>();

  constructor(
    private readonly deps: {
      readonly tasks: TaskStore;
      readonly worktreeTasks: WorktreeTasks;
      /** The workspace folders that are open now. */
      readonly folders: () => readonly FolderRef[];
      readonly settingsOf: (folderUri: string | undefined) => AgentSettings;
      readonly directories: StartDirectories;
    },
  ) {}

  /**
   * Calls `start` with the task of the request. If it fails, a task that was created for it is
   * removed, unless another start has joined it or this one may still begin. A start that names a
   * task which another one creates with a worktree waits for that start, then joins the task.
   * @throws {SessionError} `CWD_NOT_FOUND`, `BAD_REQUEST`, `ILLEGAL_STATE`.
   * @throws what `StartDirectories.requireFolder` and `start` throw.
   */
  async use<T>(
    access: Access,
    given: StartTaskRequest,
    start: (target: StartTask) => Promise<T>,
  ): Promise<T> {
    await requireCwd(given.cwd);
    const request = { ...given, cwd: await withoutParents(given.cwd) };
    const folder = await this.deps.directories.requireFolder(access, request);
    const choice = await this.chooseWorktree(access, folder, request);
    await this.whenCreated(folder, request.task);
    // No `await` from here until the name is reserved, or another start could take the same one.
    const name = choice.kind === 'with' ? this.nameWorktree(folder, request) : undefined;
    if (name === undefined) {
      const found = await this.find(folder, request);
      const isChosen = request.task !== undefined && !found.isNew;
      return this.startIn(
        isChosen ? found : { ...found, notices: noticesOf(folder, choice) },
        start,
      );
    }
    const create = async (): Promise<T> =>
      this.startIn(await this.makeWorktree(access, folder, { ...request, name }), (target) => {
        request.signal?.throwIfAborted();
        return start(target);
      });
    return this.reserve({ folder, name }, create);
  }

  private async startIn<T>(
    target: StartTask,
    start: (target: StartTask) => Promise<T>,
  ): Promise<T> {
    try {
      return await start(target);
    } catch (error) {
      await this.discard(target, error);
      throw error;
    }
  }

  private async discard({ task, isNew }: StartTask, error: unknown): Promise<void> {
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

  /**
   * Whether a new task gets a worktree. If the options leave that open, an agent's task gets one where the setting is
   * `always`, as for a person: a caller cannot be asked. Not where none is possible, nor for a start in the
   * worktree of a task, which the caller has chosen.
   */
  private async chooseWorktree(
    access: Access,
    folder: FolderRef,
    { cwd, task, fallback, worktree, base, isAgent = false }: StartTaskRequest,
  ): Promise<WorktreeChoice> {
    const { folders, settingsOf, tasks, worktreeTasks } = this.deps;
    const requested = requestedWorktree({ worktree, base });
    const isAlways = isAgent && settingsOf(folder.uri)['worktree.mode'] === 'always';
    if (requested !== undefined || !isAlways || !folders().some(({ uri }) => uri === folder.uri)) {
      return { kind: requested ? 'with' : 'without' };
    }
    const real = await resolveDirectory(cwd);
    const isInWorktree = tasks
      .list(folder.uri)
      .some((other) => other.worktree && isInside(real, other.worktree.path));
    if (isInWorktree) {
      return { kind: 'without' };
    }
    const obstacle = await worktreeTasks.findObstacle(access, folder, task ?? fallback);
    return { kind: obstacle === undefined ? 'with' : 'without', obstacle };
  }

  /** The name of a new task with a worktree; undefined if the request names a task that exists. */
  private nameWorktree(
    folder: FolderRef,
    { task, fallback }: StartTaskRequest,
  ): string | undefined {
    const open = this.listOpen(folder);
    if (task !== undefined && findTasks(task, open).length > 0) {
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
    folder: FolderRef,
    { cwd, task: requested, fallback, worktree, base }: StartTaskRequest,
  ): Promise<StartTask> {
    const open = this.listOpen(folder);
    if (requested !== undefined) {
      const [named] = findTasks(requested, open);
      if (!named) {
        return this.make(folder, requested, cwd);
      }
      requireRequestedWorktree(named, { worktree, base });
      return this.existing(folder, named, cwd);
    }
    for (const task of open.filter(({ name }) => isNumbered(name, fallback))) {
      if (!task.worktree && !task.pendingSetup && (await isSameDirectory(task.cwd, cwd))) {
        return startTaskOf(folder, task, 'existing');
      }
    }
    const name = freeName(
      fallback,
      open.map((task) => task.name),
    );
    return this.make(folder, name, cwd);
  }

  private listOpen({ uri }: FolderRef): readonly Task[] {
    return this.deps.tasks.list(uri).filter((task) => task.archivedAt === undefined);
  }

  private async existing(folder: FolderRef, task: Task, cwd: string): Promise<StartTask> {
    if (task.pendingSetup) {
      throw new SessionError(
        'ILLEGAL_STATE',
        `Task "${task.name}" is not set up yet: start its first agent in the window.`,
      );
    }
    const isFit =
      (await isSameDirectory(task.cwd, cwd)) ||
      (await isSameDirectory(folder.path, cwd)) ||
      (await corresponds(folder, task, cwd));
    if (!isFit) {
      throw new SessionError(
        'BAD_REQUEST',
        `Task "${task.name}" works in ${task.cwd}, not in ${cwd}: name another task, or that directory.`,
      );
    }
    return startTaskOf(folder, task, 'existing');
  }

  private async make(folder: FolderRef, requested: string, cwd: string): Promise<StartTask> {
    const name = parseTaskName(requested);
    const task = await this.deps.tasks.create({ name, folder: folder.uri, cwd });
    return startTaskOf(folder, task, 'new');
  }

  private async makeWorktree(
    access: Access,
    folder: FolderRef,
    {
      cwd,
      name,
      base,
      signal,
    }: Pick<StartTaskRequest, 'cwd' | 'base' | 'signal'> & { readonly name: string },
  ): Promise<StartTask> {
    const request = { folder, name: parseTaskName(name), base, signal };
    const { task, notices } = await this.deps.worktreeTasks.create(access, request);
    const target = { ...startTaskOf(folder, task, 'new'), notices };
    return this.startIn(target, async () => ({
      ...target,
      task: await this.place(folder, task, cwd),
    }));
  }

  /** The new task, in the directory of its worktree that corresponds to the requested one in the folder. */
  private async place({ path }: FolderRef, task: Task, requested: string): Promise<Task> {
    const cwd = await findCounterpart(requested, path, task.cwd);
    if (cwd !== task.cwd) {
      await this.deps.tasks.update(task.id, { cwd });
    }
    return { ...task, cwd };
  }
}

function noticesOf({ path }: FolderRef, { obstacle }: WorktreeChoice): readonly string[] {
  return obstacle === undefined
    ? []
    : [`New tasks in ${path} work there without a worktree: ${obstacle}`];
}

/** Whether a directory of the folder corresponds to one in the task's worktree in which the task works. */
async function corresponds(
  { path }: FolderRef,
  { cwd, worktree }: Task,
  requested: string,
): Promise<boolean> {
  return (
    worktree !== undefined &&
    (await isWithin(requested, path)) &&
    isWithin(await findCounterpart(requested, path, worktree.cwd), cwd)
  );
}

function startTaskOf(folder: FolderRef, task: Task, age: 'new' | 'existing'): StartTask {
  return {
    folder,
    task,
    isNew: age === 'new',
    notices: [],
    choice: { kind: 'existing', id: task.id },
  };
}

/** Whether a name equals the other one, optionally with a number that `freeName` appended. */
function isNumbered(name: string, requested: string): boolean {
  return (
    name === requested ||
    (name.startsWith(`${requested} `) && /^\d+$/.test(name.slice(requested.length + 1)))
  );
}
