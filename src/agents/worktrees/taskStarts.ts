import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../base/clock';
import { toMessage } from '../../base/errors';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import { mapInLanes } from '../../base/mapInLanes';
import type { Task, TaskStart } from '../../tasks/task';
import type { TaskStore } from '../../tasks/taskStore';
import { noteDirty } from './earlierChanges';
import type { TaskWorktrees } from './taskWorktrees';

const LANES = 4;

interface TaskStartsDeps {
  readonly tasks: Pick<TaskStore, 'list' | 'onDidChange' | 'update'>;
  readonly worktrees: Pick<TaskWorktrees, 'changes'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Stores the commit at which a new task without a worktree begins, and what is not committed then, so that its
 * changes can be told from earlier ones. A task of an earlier version has none.
 */
export class TaskStarts implements Disposable {
  private readonly store = new DisposableStore();
  private readonly begin: number;
  private readonly read = new Set<string>();

  constructor(private readonly deps: TaskStartsDeps) {
    this.begin = deps.clock.now();
    this.store.add(deps.tasks.onDidChange(() => this.handleTasks()));
  }

  dispose(): void {
    this.store.dispose();
  }

  private handleTasks(): void {
    const fresh = this.deps.tasks.list().filter((task) => this.isNew(task));
    fresh.forEach((task) => void this.note(task));
  }

  private isNew({ id, createdAt, start, worktree }: Task): boolean {
    return !worktree && !start && !this.read.has(id) && Date.parse(createdAt) >= this.begin;
  }

  private async note(task: Task): Promise<void> {
    this.read.add(task.id);
    try {
      const changes = await this.deps.worktrees.changes(task, 'head');
      const { head: commit } = changes;
      if (commit !== undefined) {
        const dirty = await noteDirty(changes);
        const since = Date.parse(task.createdAt);
        const start = { commit, dirty: dirty && (await leaveOutLater(changes.root, dirty, since)) };
        await this.deps.tasks.update(task.id, { start });
      }
    } catch (error) {
      this.deps.logger.info(
        `The commit at which task ${task.id} begins is not known: ${toMessage(error)}`,
      );
    }
  }
}

type Dirty = NonNullable<TaskStart['dirty']>;

/** Leaves out the files that were modified after the task began: its agent may have done so. */
async function leaveOutLater(root: string, dirty: Dirty, since: number): Promise<Dirty> {
  const entries = Object.entries(dirty);
  const times = await mapInLanes(entries, LANES, ([path]) =>
    lstat(join(root, path)).then(
      ({ mtimeMs }) => mtimeMs,
      // Deleted.
      () => since,
    ),
  );
  return Object.fromEntries(entries.filter((_, index) => (times[index] ?? since) <= since));
}
