import type { TranscriptPlace } from '../../conversations/transcripts/transcripts';
import type { ConversationChoice } from '../../providers/launch/conversationArgs';

/** The conversation that a session will have. */
export interface PlannedConversation {
  /** What its CLI is told. */
  readonly choice: ConversationChoice;
  /** Its id; undefined where the CLI makes one up, or tells none. */
  readonly id: string | undefined;
  /** Where the CLI writes the id that it makes up. */
  readonly learnFrom?: TranscriptPlace | undefined;
  /** The id of the one whose history it begins with. */
  readonly forkedFrom?: string | undefined;
  /** What takes its place where it cannot be gone back to; none for a new one. */
  readonly fallback?: Omit<PlannedConversation, 'fallback'>;
  /** What the person should know, one sentence each. */
  readonly notices: readonly string[];
  /** What the log is to say of it once it is begun, one sentence. */
  readonly remark?: string | undefined;
}
