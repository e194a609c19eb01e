import type { SessionMapStore } from './sessionMapStore';
import type { TaskFields } from './taskChange';
import type { TaskStore } from './taskStore';

/**
 * Moves a task to another directory and updates its entries in the session map: an entry is valid
 * only for the directory it names, as long as that directory exists.
 */
export class TaskMover {
  constructor(
    private readonly tasks: Pick<TaskStore, 'find' | 'update'>,
    private readonly map: Pick<SessionMapStore, 'get' | 'put'>,
  ) {}

  /** Does nothing for an unknown task. */
  async move(taskId: string, fields: TaskFields & { readonly cwd: string }): Promise<void> {
    const task = this.tasks.find(taskId);
    await this.tasks.update(taskId, fields);
    for (const { ptyId } of task?.conversations ?? []) {
      const entry = this.map.get(ptyId);
      if (entry && entry.cwd === task?.cwd && entry.cwd !== fields.cwd) {
        await this.map.put(ptyId, { ...entry, cwd: fields.cwd });
      }
    }
  }
}
