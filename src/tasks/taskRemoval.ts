import type { SessionMapStore } from './sessionMapStore';
import type { TaskStore } from './taskStore';

/**
 * Removes tasks and conversations together with their entries in the session map, which would
 * otherwise keep other sessions from using the conversations. Files of the agents are not touched.
 */
export class TaskRemoval {
  constructor(
    private readonly tasks: Pick<TaskStore, 'find' | 'remove' | 'removeConversation'>,
    private readonly map: Pick<SessionMapStore, 'remove'>,
  ) {}

  /** Does nothing for an unknown task. */
  async removeTask(taskId: string): Promise<void> {
    const conversations = this.tasks.find(taskId)?.conversations ?? [];
    await this.tasks.remove(taskId);
    await Promise.all(conversations.map(({ ptyId }) => this.map.remove(ptyId)));
  }

  /** Does nothing for an unknown conversation. */
  async removeConversation(taskId: string, ptyId: string): Promise<void> {
    await this.tasks.removeConversation(taskId, ptyId);
    await this.map.remove(ptyId);
  }
}
