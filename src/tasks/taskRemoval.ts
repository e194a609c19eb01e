import { Emitter } from '../base/event';
import type { SessionMapStore } from './sessionMapStore';
import type { TaskStore } from './taskStore';
import type { TaskFields } from './taskChange';

/**
 * Removes tasks and conversations together with their entries in the session map, which would
 * otherwise keep other sessions from using the conversations. Files of the agents are not touched.
 */
export class TaskRemoval {
  private readonly didRemoveTask = new Emitter<string>();
  /** Fires with the id of a task that a person or a failed start has removed. */
  readonly onDidRemoveTask = this.didRemoveTask.event;

  constructor(
    private readonly tasks: Pick<TaskStore, 'find' | 'remove' | 'removeConversation'>,
    private readonly map: Pick<SessionMapStore, 'remove'>,
  ) {}

  /** Does nothing for an unknown task. */
  async removeTask(taskId: string): Promise<void> {
    const conversations = this.tasks.find(taskId)?.conversations ?? [];
    await this.tasks.remove(taskId);
    await Promise.all(conversations.map(({ ptyId }) => this.map.remove(ptyId)));
    this.didRemoveTask.fire(taskId);
  }

  /** Does nothing for an unknown conversation. */
  async removeConversation(taskId: string, ptyId: string): Promise<void> {
    await this.tasks.removeConversation(taskId, ptyId);
    await this.map.remove(ptyId);
  }
}

/**
 * Moves a task to another directory and updates its entries in the session map: an entry is valid
 * only for the directory it names, as long as that directory exists. Does nothing for an unknown task.
 */
export async function moveTask(
  tasks: Pick<TaskStore, 'find' | 'update'>,
  map: Pick<SessionMapStore, 'get' | 'put'>,
  taskId: string,
  fields: TaskFields & { readonly cwd: string },
): Promise<void> {
  const task = tasks.find(taskId);
  await tasks.update(taskId, fields);
  for (const { ptyId } of task?.conversations ?? []) {
    const entry = map.get(ptyId);
    if (entry && entry.cwd === task?.cwd && entry.cwd !== fields.cwd) {
      await map.put(ptyId, { ...entry, cwd: fields.cwd });
    }
  }
}
