import { formatPtyId, parsePtyId } from '../../pty/ptyId';

export interface ConversationChoiceRequest {
  readonly taskId: string;
  /** The PTY ids of the task's conversations. */
  readonly known: readonly string[];
  readonly providerId: string;
  readonly requested: 'auto' | 'chat';
  /** Whether a session with this PTY id runs or is being started. */
  readonly isLive: (ptyId: string) => boolean;
  /** Returns an unused suffix for a chat. */
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
