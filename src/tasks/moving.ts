import type { SessionMapStore } from './sessionMapStore';
import type { TaskPlace } from './taskChange';
import type { TaskStore } from './taskStore';

/**
 * Moves a task to another directory and updates its entries in the session map: an entry is valid
 * only for the directory it names, as long as that directory exists.
 */
export class Moving {
  constructor(
    private readonly tasks: Pick<TaskStore, 'find' | 'place'>,
    private readonly map: Pick<SessionMapStore, 'get' | 'put'>,
  ) {}

  /** Does nothing for an unknown task. */
  async task(taskId: string, place: TaskPlace & { readonly cwd: string }): Promise<void> {
    const task = this.tasks.find(taskId);
    await this.tasks.place(taskId, place);
    for (const { ptyId } of task?.conversations ?? []) {
      const entry = this.map.get(ptyId);
      if (entry && entry.cwd === task?.cwd && entry.cwd !== place.cwd) {
        await this.map.put(ptyId, { ...entry, cwd: place.cwd });
      }
    }
  }
}
