import { formatPtyId, parsePtyId } from '../../pty/ptyId';
import type { Task } from '../../tasks/task';
import { findConversation } from '../../tasks/taskOfSession';
import type { AgentOptions } from '../startRequests';

export interface ConversationChoiceRequest {
  readonly taskId: string;
  /** The PTY ids of the task's conversations. */
  readonly known: readonly string[];
  readonly providerId: string;
  readonly requested: 'auto' | 'chat';
  readonly isLive: (ptyId: string) => boolean;
  readonly newChatSuffix: () => string;
}

/**
 * The PTY id of a new session in a task. With `auto`, it is the id of the task's main conversation
 * if the task has none yet, or if it belongs to this provider and is not live. Otherwise the
 * session is a chat. The main id contains the task's id, so it is found again after a reload.
 */
export function choosePtyId({
  taskId,
  known,
  providerId,
  requested,
  isLive,
  newChatSuffix,
}: ConversationChoiceRequest): string {
  const main = formatPtyId({ providerId, kind: 'main', suffix: taskId });
  const taken = known.find((ptyId) => parsePtyId(ptyId)?.kind === 'main');
  const isFree = taken === undefined || taken === main;
  return requested === 'auto' && isFree && !isLive(main)
    ? main
    : formatPtyId({ providerId, kind: 'chat', suffix: newChatSuffix() });
}

/**
 * Whether the stored conversation belongs to another machine than this start. A conversation stays
 * on its machine.
 */
export function isOnOtherMachine(task: Task, ptyId: string, { ssh }: AgentOptions): boolean {
  const known = findConversation(task, ptyId);
  return known !== undefined && known.ssh?.target !== ssh?.target;
}
