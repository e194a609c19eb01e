import { parsePtyId } from '../pty/ptyId';
import type { Conversation, Task } from './task';

/**
 * The task that a session belongs to. A main session names its task in its id, also while the task
 * has no conversation of it; all other sessions are among the conversations of their task.
 */
export function findTaskOfSession(tasks: readonly Task[], ptyId: string): Task | undefined {
  return tasks.find((task) => isSessionOf(task, ptyId));
}

function isSessionOf(task: Task, ptyId: string): boolean {
  return ptyId.endsWith(`-main-${task.id}`) || findConversation(task, ptyId) !== undefined;
}

/** A session as in messages: its label and task, or its id if no task has it. */
export function formatSessionName(tasks: readonly Task[], ptyId: string): string {
  const task = findTaskOfSession(tasks, ptyId);
  const conversation = task && findConversation(task, ptyId);
  return conversation ? `${conversation.label} (${task.name})` : `Session ${ptyId}`;
}

/** What a task remembers of a session; undefined if that is nothing. */
export function findConversation(
  { conversations }: Pick<Task, 'conversations'>,
  ptyId: string,
): Conversation | undefined {
  return conversations.find((one) => one.ptyId === ptyId);
}

/** Whether the task has a main conversation, even one without a running session. */
export function hasMainConversation({ conversations }: Pick<Task, 'conversations'>): boolean {
  return conversations.some(({ ptyId }) => parsePtyId(ptyId)?.kind === 'main');
}
