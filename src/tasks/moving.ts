import type { SessionMapStore } from './sessionMapStore';
import type { TaskPlace } from './taskChange';
import type { TaskStore } from './taskStore';

/**
 * Has a task work in another directory, and its conversations with it: what the map says of one
 * holds for its directory alone, as long as there is anything in that place.
 */
export class Moving {
  constructor(
    private readonly tasks: Pick<TaskStore, 'find' | 'place'>,
    private readonly map: Pick<SessionMapStore, 'get' | 'put'>,
  ) {}

  /** An unknown task is harmless. */
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
