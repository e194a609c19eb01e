import type { TranscriptLocation } from '../../conversations/transcripts/transcripts';
import type { ConversationChoice } from '../../providers/launch/conversationArgs';

export interface PlannedConversation {
  readonly choice: ConversationChoice;
  /** Its id; undefined if the CLI generates it, or has no ids. A hook may report it later. */
  readonly id: string | undefined;
  /** Where it is the latest conversation; undefined if it is chosen in another way. */
  readonly latestIn?: Pick<TranscriptLocation, 'cwd' | 'provider'> | undefined;
  readonly forkedFrom?: string | undefined;
  /** The new conversation that replaces it if the CLI cannot resume it; none for a new one. */
  readonly fallback?: Omit<PlannedConversation, 'fallback'>;
  /** Notices for the person, one sentence each. */
  readonly notices: readonly string[];
  /** A sentence for the log, written when the session has started. */
  readonly logMessage?: string | undefined;
}

/** Why a session does not continue the latest conversation of its directory; one sentence. */
export function describeLatestOfOther({
  provider,
  cwd,
}: Pick<TranscriptLocation, 'cwd' | 'provider'>): string {
  const isListed = provider.conversations.kind === 'byId' && provider.transcripts.kind !== 'none';
  const others = isListed ? ': Resume Conversation... lists the earlier ones' : '';
  return `${provider.name} can continue only the latest conversation in ${cwd}, which may be another session's, so a new one starts${others}.`;
}
