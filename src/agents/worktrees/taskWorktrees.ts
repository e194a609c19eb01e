import type { Clock } from '../../base/clock';
import { SessionError } from '../../base/errors';
import type { Task } from '../../tasks/task';
import { moveTask, type TaskRemoval } from '../../tasks/taskRemoval';
import type { SessionMapStore } from '../../tasks/sessionMapStore';
import { freeName } from '../../tasks/taskName';
import type { TaskStore } from '../../tasks/taskStore';
import type { CarriedChanges } from '../../worktrees/create/carriedChanges';
import type { Changes } from '../../worktrees/changes/changes';
import type { Original } from '../../worktrees/changes/readOriginal';
import type { MadeWorktree } from '../../worktrees/create/createWorktree';
import type { RepositoryHooks } from '../../worktrees/git/git';
import type { WorktreeLosses } from '../../worktrees/inspectWorktree';
import type { WorktreeLocation } from '../../worktrees/locateWorktree';
import type { WorktreeSettings } from '../../worktrees/create/newWorktree';
import type { Publication } from '../../worktrees/publication';
import type { Removal } from '../../worktrees/removeWorktree';
import type { Steps } from '../../worktrees/create/steps';
import type { AdditionNotices } from '../../worktrees/create/worktreeAddition';
import type { Worktrees } from '../../worktrees/worktrees';
import type { WorktreeStatus } from '../../worktrees/worktreeStatus';
import { findCounterpart } from '../folderDirectories';
import type { FolderRef } from '../folderRef';
import { leaveOutEarlier } from './earlierChanges';
import { WorktreeCreations } from './worktreeCreations';
import type { AgentSettings } from '../start/agentSettings';
import type { ToldNotices } from './toldNotices';

export interface WorktreeTaskRequest {
  readonly folder: FolderRef;
  readonly name: string;
  /** Whether the name gets a number if another task of the folder has it. Default: false. */
  readonly isNumbered?: boolean | undefined;
  /** The branch, tag or commit at which the worktree starts. Default: the folder's HEAD. */
  readonly base?: string | undefined;
  /** Whether the base is fetched first, if a remote has it. Default: false. */
  readonly fetch?: boolean | undefined;
  readonly changes?: CarriedChanges | undefined;
  readonly hooks?: RepositoryHooks | undefined;
}

interface WorktreeTask {
  readonly task: Task;
  readonly notices: AdditionNotices;
}

/**
 * Creates, archives, repairs and deletes tasks with worktrees. Before it archives or deletes a task,
 * the caller ends its sessions and asks the person. Failures of git are thrown as by `Worktrees`.
 */
export class TaskWorktrees {
  readonly creations = new WorktreeCreations();

  constructor(
    private readonly deps: {
      readonly worktreesOf: (folderUri: string, hooks: RepositoryHooks) => Worktrees;
      readonly tasks: TaskStore;
      readonly taskRemoval: TaskRemoval;
      readonly map: SessionMapStore;
      readonly settingsOf: (folderUri: string) => AgentSettings;
      readonly clock: Clock;
      readonly told: Pick<ToldNotices, 'markTold'>;
    },
  ) {}

  /**
   * A sentence that states why a task with this name cannot have a worktree of the folder; undefined
   * if it can.
   * @throws {SessionError} `UNTRUSTED`; the folder may then be fit for a worktree or not.
   */
  async findObstacle(folder: FolderRef, name: string): Promise<string | undefined> {
    const settings = this.settingsOf(folder.uri);
    try {
      await this.deps.worktreesOf(folder.uri, 'run').plan({ folder: folder.path, name, settings });
      return undefined;
    } catch (error) {
      if (SessionError.is(error) && error.code !== 'UNTRUSTED') {
        return error.message;
      }
      throw error;
    }
  }

  /** The branch of a remote that a fetch of the base would fetch, such as `origin/main`; undefined if none. */
  findRemoteBase({ uri, path }: FolderRef, base?: string): Promise<string | undefined> {
    return this.deps.worktreesOf(uri, 'run').findRemoteBase(path, base);
  }

  /** Creates a worktree on a new branch and a task that works in it: both, or neither. */
  async create(request: WorktreeTaskRequest, steps: Steps = {}): Promise<WorktreeTask> {
    const { tasks } = this.deps;
    const { folder, name, isNumbered = false, base, fetch, changes, hooks = 'run' } = request;
    const worktrees = this.deps.worktreesOf(folder.uri, hooks);
    const settings = this.settingsOf(folder.uri);
    const taken = isNumbered ? tasks.list(folder.uri).map((task) => task.name) : [];
    const wanted = { folder: folder.path, settings, base, fetch, changes };
    const made = await this.creations.run({ folder: folder.uri, name }, steps, (cancellable) =>
      worktrees.create({ ...wanted, name: freeName(name, taken) }, cancellable),
    );
    const { worktree } = made;
    try {
      const fields = { cwd: worktree.cwd, worktree, ...this.planSetup(folder.uri) };
      const task = await tasks.create({ name, folder: folder.uri, ...fields }, { isNumbered });
      return { task, notices: await this.noticesOf(made) };
    } catch (error) {
      await worktrees.remove(worktree, { branch: 'delete', force: true });
      throw error;
    }
  }

  /** Reads the uncommitted changes in the task's worktree or directory, to apply them in another worktree. */
  takeChanges(
    task: Task,
    { hooks = 'run', ...steps }: Steps & Pick<WorktreeTaskRequest, 'hooks'> = {},
  ): Promise<CarriedChanges> {
    const { cwd, worktree } = task;
    const worktrees = this.of(task, hooks);
    return worktree
      ? worktrees.takeWorktreeChanges(worktree, steps)
      : worktrees.takeChanges(cwd, steps);
  }

  /** What the task has changed since it left its base branch or began; with `head`, since the last commit. */
  async changes(task: Task, since: 'base' | 'head', signal?: AbortSignal): Promise<Changes> {
    const { cwd, start, worktree } = task;
    const began = since === 'base' && !worktree ? start : undefined;
    const changes = await this.of(task).changes(
      worktree ? { worktree, since } : { folder: cwd, since: began ?? 'head' },
      signal,
    );
    return began?.dirty ? leaveOutEarlier(changes, began.dirty) : changes;
  }

  /** A file of the task's working tree as the commit `since` has it; of a link its target. */
  original(
    task: Task,
    { since, path }: { readonly since: string; readonly path: string },
  ): Promise<Original> {
    return this.of(task).original(task.cwd, since, path);
  }

  /** What a removal of the task's worktree and branch would lose; undefined if it has none. */
  async inspect(task: Task): Promise<WorktreeLosses | undefined> {
    return task.worktree && this.of(task).inspect(task.worktree);
  }

  /** The state of the work in the task's worktree; undefined if it has none or is archived. */
  async status(task: Task): Promise<WorktreeStatus | undefined> {
    const { archivedAt, landing, worktree } = task;
    return worktree && archivedAt === undefined
      ? this.of(task).status(worktree, landing)
      : undefined;
  }

  /** Whether a remote has the branch of the task; false if it has no worktree, or is archived. */
  async isPublished(task: Task): Promise<boolean> {
    const { worktree, archivedAt } = task;
    return worktree && archivedAt === undefined ? this.of(task).isPublished(worktree) : false;
  }

  /** What a push of the task's branch would send; undefined if it has no worktree, or is archived. */
  async publication(task: Task): Promise<Publication | undefined> {
    const { worktree, archivedAt } = task;
    return worktree && archivedAt === undefined ? this.of(task).publication(worktree) : undefined;
  }

  /**
   * Archives the task: removes its worktree and keeps its branch. Rejects if the worktree has
   * uncommitted changes.
   */
  async archive(task: Task, steps: Steps = {}): Promise<void> {
    if (task.worktree) {
      await this.of(task).archive(task.worktree, steps);
    }
    const archivedAt = new Date(this.deps.clock.now()).toISOString();
    await this.deps.tasks.update(task.id, { archivedAt });
  }

  /** Unarchives the task and creates its worktree again from its branch, perhaps at another path. */
  async unarchive(task: Task, steps: Steps = {}): Promise<WorktreeTask> {
    if (!task.worktree) {
      await this.deps.tasks.update(task.id, { archivedAt: undefined });
      return { task: this.find(task), notices: [] };
    }
    return this.restore(task, steps);
  }

  async delete(
    task: Task,
    { hooks = 'run', ...removal }: Removal & Pick<WorktreeTaskRequest, 'hooks'>,
  ): Promise<void> {
    if (task.worktree) {
      await this.of(task, hooks).remove(task.worktree, removal);
    }
    await this.deps.taskRemoval.removeTask(task.id);
  }

  /** Where the task's worktree is now; undefined if it has none or is archived. */
  async locate(task: Task): Promise<WorktreeLocation | undefined> {
    const { worktree, archivedAt } = task;
    return worktree && archivedAt === undefined ? this.of(task).locate(worktree) : undefined;
  }

  /** @throws {SessionError} `ILLEGAL_STATE` if the task's worktree is not in its place, or not linked. */
  async requireThere(task: Task): Promise<void> {
    if (task.worktree) {
      await this.of(task).requireThere(task.worktree);
    }
  }

  /**
   * Links a moved worktree with its task and its repository again.
   * @param path the new path, if the person chose it; else it is found.
   */
  async repair(task: Task, path?: string): Promise<Task> {
    if (task.worktree) {
      const worktree = await this.of(task).repair(task.worktree, path);
      const cwd = await findCounterpart(task.cwd, task.worktree.cwd, worktree.cwd);
      await moveTask(this.deps.tasks, this.deps.map, task.id, { worktree, cwd });
    }
    return this.find(task);
  }

  /** Creates the worktree of a task again from its branch, after it was archived or removed. */
  async restore(task: Task, steps: Steps = {}): Promise<WorktreeTask> {
    if (!task.worktree) {
      return { task, notices: [] };
    }
    const { copy, symlink } = this.settingsOf(task.folder);
    const { worktree: former } = task;
    const made = await this.creations.run(task, steps, (cancellable) =>
      this.of(task).unarchive(former, { copy, symlink, ...cancellable }),
    );
    const { worktree } = made;
    const cwd = await findCounterpart(task.cwd, former.cwd, worktree.cwd);
    const setup = this.planSetup(task.folder);
    const fields = { worktree, cwd, archivedAt: undefined, ...setup };
    await moveTask(this.deps.tasks, this.deps.map, task.id, fields);
    return { task: this.find(task), notices: await this.noticesOf(made) };
  }

  private async noticesOf({ notices, missingHooks }: MadeWorktree): Promise<AdditionNotices> {
    const isNew = missingHooks !== undefined && (await this.deps.told.markTold(missingHooks));
    return isNew ? [...notices, missingHooks] : notices;
  }

  private of({ folder }: Task, hooks: RepositoryHooks = 'run'): Worktrees {
    return this.deps.worktreesOf(folder, hooks);
  }

  /** The pending setup, which is stored until it is done, because the window may close before. */
  private planSetup(folderUri: string): Pick<Task, 'pendingSetup'> {
    const commands = this.deps.settingsOf(folderUri)['worktree.setup'];
    return { pendingSetup: commands.length > 0 ? {} : undefined };
  }

  private settingsOf(folderUri: string): WorktreeSettings {
    const settings = this.deps.settingsOf(folderUri);
    return {
      directory: settings['worktree.directory'],
      branchPrefix: settings['worktree.branchPrefix'],
      copy: settings['worktree.copy'],
      symlink: settings['worktree.symlink'],
    };
  }

  private find(task: Task): Task {
    return this.deps.tasks.find(task.id) ?? task;
  }
}
