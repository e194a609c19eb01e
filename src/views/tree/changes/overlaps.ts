import type { WorktreeStates } from '../../../agents/worktrees/worktreeStates';
import { DisposableStore, type Disposable } from '../../../base/lifecycle';
import type { Task } from '../../../tasks/task';
import type { TaskStore } from '../../../tasks/taskStore';
import type { Changes } from '../../../worktrees/changes/changes';

/** The files of a task that other tasks have changed, too. */
export interface TaskOverlaps {
  /** The other tasks, by path; at least one each. */
  readonly files: ReadonlyMap<string, readonly Task[]>;
  /** All of them. */
  readonly tasks: readonly Task[];
}

interface ChangedTask {
  readonly task: Task;
  readonly changes: Changes;
}

interface OverlapsDeps {
  readonly tasks: Pick<TaskStore, 'list' | 'onDidChange'>;
  readonly worktreeStates: Pick<WorktreeStates, 'changesOf' | 'onDidChange'>;
}

/** Remembers the result of {@link findOverlaps} until tasks or their files change. */
export class Overlaps implements Disposable {
  private readonly store = new DisposableStore();
  private found: ReadonlyMap<string, TaskOverlaps> | undefined;

  constructor(private readonly deps: OverlapsDeps) {
    for (const { onDidChange } of [deps.tasks, deps.worktreeStates]) {
      this.store.add(onDidChange(() => (this.found = undefined)));
    }
  }

  /** Undefined if no file of the task is among those of another one. */
  get(taskId: string): TaskOverlaps | undefined {
    this.found ??= findOverlaps(this.changedTasks());
    return this.found.get(taskId);
  }

  dispose(): void {
    this.store.dispose();
  }

  private changedTasks(): readonly ChangedTask[] {
    return this.deps.tasks
      .list()
      .filter(({ archivedAt }) => archivedAt === undefined)
      .flatMap((task) => {
        const found = this.deps.worktreeStates.changesOf(task.id);
        return found?.kind === 'read' ? [{ task, changes: found.changes }] : [];
      });
  }
}

/**
 * Finds the files that several tasks have changed in different working trees of one repository, by
 * task id.
 */
export function findOverlaps(changed: readonly ChangedTask[]): ReadonlyMap<string, TaskOverlaps> {
  const byRepository = new Map<string, ChangedTask[]>();
  for (const one of changed) {
    const repository = one.task.worktree?.repository ?? one.changes.root;
    byRepository.set(repository, [...(byRepository.get(repository) ?? []), one]);
  }
  const found = new Map(changed.map(({ task }) => [task.id, new Map<string, readonly Task[]>()]));
  // Files of the same tasks share their lists.
  const sharedLists = new Map<string, readonly OtherTasks[]>();
  for (const tasks of byRepository.values()) {
    for (const [path, owners] of listOwners(tasks)) {
      const ids = owners.map(({ task }) => task.id).join(' ');
      const lists = sharedLists.get(ids) ?? listOthers(owners);
      sharedLists.set(ids, lists);
      lists.forEach(({ id, others }) => found.get(id)?.set(path, others));
    }
  }
  return new Map(
    [...found]
      .filter(([, files]) => files.size > 0)
      .map(([id, files]) => {
        const lists = new Set(files.values());
        return [id, { files, tasks: [...new Set([...lists].flat())] }];
      }),
  );
}

/** Which of the tasks have changed each file. */
function listOwners(tasks: readonly ChangedTask[]): ReadonlyMap<string, readonly ChangedTask[]> {
  const owners = new Map<string, ChangedTask[]>();
  for (const one of tasks.length > 1 ? tasks : []) {
    for (const { path } of one.changes.files.filter(({ isNameInvalid }) => !isNameInvalid)) {
      const known = owners.get(path);
      if (known) {
        known.push(one);
      } else {
        owners.set(path, [one]);
      }
    }
  }
  return owners;
}

interface OtherTasks {
  readonly id: string;
  readonly others: readonly Task[];
}

/** For each task those in other working trees, unless there is none. */
function listOthers(all: readonly ChangedTask[]): readonly OtherTasks[] {
  return all
    .map((one) => ({
      id: one.task.id,
      others: all
        .filter(({ changes }) => changes.root !== one.changes.root)
        .map(({ task }) => task),
    }))
    .filter(({ others }) => others.length > 0);
}
