import { formatPtyId, parsePtyId } from '../../pty/ptyId';

export interface ConversationChoiceRequest {
  readonly taskId: string;
  /** The PTY ids of the task's conversations. */
  readonly known: readonly string[];
  readonly providerId: string;
  readonly wanted: 'auto' | 'chat';
  /** Whether a session of that PTY id is there now. */
  readonly isLive: (ptyId: string) => boolean;
  /** A new, unused suffix for a chat. */
  readonly newChatSuffix: () => string;
}

/**
 * The PTY id of a new session in a task. The task's main conversation comes first: its id is the
 * task's own, so it is found again after a reload. It is taken if the task has none yet, or if it
 * is this provider's and nothing runs in it; else the session is a chat beside it.
 */
export function choosePtyId({
  taskId,
  known,
  providerId,
  wanted,
  isLive,
  newChatSuffix,
}: ConversationChoiceRequest): string {
  const main = formatPtyId({ providerId, kind: 'main', suffix: taskId });
  const taken = known.find((ptyId) => parsePtyId(ptyId)?.kind === 'main');
  const isFree = taken === undefined || taken === main;
  return wanted === 'auto' && isFree && !isLive(main)
    ? main
    : formatPtyId({ providerId, kind: 'chat', suffix: newChatSuffix() });
}
