import type { Clock } from '../../base/clock';
import { SessionError } from '../../base/errors';
import type { Task } from '../../tasks/task';
import type { Forgetting } from '../../tasks/forgetting';
import type { Moving } from '../../tasks/moving';
import type { TaskStore } from '../../tasks/taskStore';
import type { CarriedChanges } from '../../worktrees/create/carriedChanges';
import type { WorktreeLosses } from '../../worktrees/inspectWorktree';
import type { WorktreeLocation } from '../../worktrees/locateWorktree';
import type { WorktreeSettings } from '../../worktrees/create/newWorktree';
import type { Removal } from '../../worktrees/removeWorktree';
import type { Steps } from '../../worktrees/create/steps';
import type { Notices } from '../../worktrees/create/worktreeAddition';
import type { Worktrees } from '../../worktrees/worktrees';
import type { WorktreeStatus } from '../../worktrees/worktreeStatus';
import type { FolderRef } from '../agentService';
import type { AgentSettings } from '../start/agentSettings';

export interface WorktreeTaskRequest {
  readonly folder: FolderRef;
  readonly name: string;
  /** A branch, tag or commit to begin at; the folder's head by default. */
  readonly base?: string | undefined;
  /** Uncommitted work to begin with. */
  readonly changes?: CarriedChanges | undefined;
}

/** A task with its worktree, and what the person should know of it, one sentence each. */
export interface PlacedTask {
  readonly task: Task;
  readonly notices: Notices;
}

export interface TaskWorktreesDeps {
  /** By the git that counts for the folder. */
  readonly worktreesOf: (folderUri: string) => Worktrees;
  readonly tasks: Pick<TaskStore, 'create' | 'find' | 'place'>;
  readonly forgetting: Pick<Forgetting, 'task'>;
  readonly moving: Pick<Moving, 'task'>;
  readonly settingsOf: (folderUri: string) => AgentSettings;
  readonly clock: Clock;
}

/**
 * Gives tasks worktrees of their own, puts tasks aside and deletes them. Who calls has ended what
 * runs in the task, and has asked the person. What git refuses is thrown as `Worktrees` says.
 */
export class TaskWorktrees {
  constructor(private readonly deps: TaskWorktreesDeps) {}

  /** Why a task of that name can have no worktree of that folder, in a sentence; undefined if it can. */
  async whyNot(folder: FolderRef, name: string): Promise<string | undefined> {
    const settings = this.settingsOf(folder.uri);
    try {
      await this.deps.worktreesOf(folder.uri).plan({ folder: folder.path, name, settings });
      return undefined;
    } catch (error) {
      if (SessionError.is(error)) {
        return error.message;
      }
      throw error;
    }
  }

  /** Makes a worktree on a branch of its own and a task that works in it: both, or neither. */
  async create(request: WorktreeTaskRequest, steps: Steps = {}): Promise<PlacedTask> {
    const { tasks } = this.deps;
    const { folder, name, base, changes } = request;
    const worktrees = this.deps.worktreesOf(folder.uri);
    const settings = this.settingsOf(folder.uri);
    const made = await worktrees.create(
      { folder: folder.path, name, settings, base, changes },
      steps,
    );
    const { worktree, notices } = made;
    try {
      const place = { cwd: worktree.cwd, worktree, ...this.planSetup(folder.uri) };
      return { task: await tasks.create({ name, folder: folder.uri, ...place }), notices };
    } catch (error) {
      await worktrees.remove(worktree, { branch: 'delete', force: true });
      throw error;
    }
  }

  /** The uncommitted work in the task's directory, for a task that is to begin with it. */
  takeChanges(task: Task, steps: Steps = {}): Promise<CarriedChanges> {
    return this.of(task).takeChanges(task.cwd, steps);
  }

  /** What would be lost with the task's worktree and its branch; undefined where it has none. */
  async inspect(task: Task): Promise<WorktreeLosses | undefined> {
    return task.worktree && this.of(task).inspect(task.worktree);
  }

  /** How the work in the task's worktree stands; undefined where it has none or is put aside. */
  async status(task: Task): Promise<WorktreeStatus | undefined> {
    const { worktree, archivedAt } = task;
    return worktree && archivedAt === undefined ? this.of(task).status(worktree) : undefined;
  }

  /** Puts the task aside: its worktree is removed, its branch kept. Refuses where work is not committed. */
  async archive(task: Task, steps: Steps = {}): Promise<void> {
    if (task.worktree) {
      await this.of(task).archive(task.worktree, steps);
    }
    const archivedAt = new Date(this.deps.clock.now()).toISOString();
    await this.deps.tasks.place(task.id, { archivedAt });
  }

  /** Takes the task up again, its worktree made anew on its branch; its directory may be another one. */
  async unarchive(task: Task, steps: Steps = {}): Promise<PlacedTask> {
    if (!task.worktree) {
      await this.deps.tasks.place(task.id, { archivedAt: undefined });
      return { task: this.find(task), notices: [] };
    }
    return this.restore(task, steps);
  }

  /** Forgets the task, and removes its worktree and branch with all that `force` allows to be lost. */
  async delete(task: Task, removal: Removal): Promise<void> {
    if (task.worktree) {
      await this.of(task).remove(task.worktree, removal);
    }
    await this.deps.forgetting.task(task.id);
  }

  /** Whether the task's worktree is where it was; undefined where it has none or is put aside. */
  async locate(task: Task): Promise<WorktreeLocation | undefined> {
    const { worktree, archivedAt } = task;
    return worktree && archivedAt === undefined ? this.of(task).locate(worktree) : undefined;
  }

  /** Links a worktree that was moved (`place`, where only the person knows) with its task again. */
  async repair(task: Task, place?: string): Promise<Task> {
    if (task.worktree) {
      const worktree = await this.of(task).repair(task.worktree, place);
      await this.deps.moving.task(task.id, { worktree, cwd: worktree.cwd });
    }
    return this.find(task);
  }

  /** Makes the worktree of a task again on its branch, after it was archived or is gone. */
  async restore(task: Task, steps: Steps = {}): Promise<PlacedTask> {
    if (!task.worktree) {
      return { task, notices: [] };
    }
    const { copy } = this.settingsOf(task.folder);
    const made = await this.of(task).unarchive(task.worktree, { copy, ...steps });
    const { worktree, notices } = made;
    const place = { worktree, cwd: worktree.cwd, archivedAt: undefined };
    await this.deps.moving.task(task.id, { ...place, ...this.planSetup(task.folder) });
    return { task: this.find(task), notices };
  }

  private of({ folder }: Task): Worktrees {
    return this.deps.worktreesOf(folder);
  }

  /** What is remembered of the setup of a new worktree until it is through: a window may go before that. */
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
    };
  }

  private find(task: Task): Task {
    return this.deps.tasks.find(task.id) ?? task;
  }
}
