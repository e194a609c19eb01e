import type { SessionMapStore } from './sessionMapStore';
import type { TaskStore } from './taskStore';

/**
 * Forgets tasks and conversations with all that is remembered of them: whose a conversation was
 * must not keep others from it. What agents themselves remember stays where they keep it.
 */
export class Forgetting {
  constructor(
    private readonly tasks: Pick<TaskStore, 'find' | 'remove' | 'removeConversation'>,
    private readonly map: Pick<SessionMapStore, 'remove'>,
  ) {}

  /** An unknown task is harmless. */
  async task(taskId: string): Promise<void> {
    const conversations = this.tasks.find(taskId)?.conversations ?? [];
    await this.tasks.remove(taskId);
    await Promise.all(conversations.map(({ ptyId }) => this.map.remove(ptyId)));
  }

  /** An unknown conversation is harmless. */
  async conversation(taskId: string, ptyId: string): Promise<void> {
    await this.tasks.removeConversation(taskId, ptyId);
    await this.map.remove(ptyId);
  }
}
