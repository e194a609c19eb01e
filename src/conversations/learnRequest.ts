import type { DatedTranscript } from './transcripts/datedTranscript';
import type { TranscriptLocation } from './transcripts/transcripts';

export type LearnedConversation = Pick<DatedTranscript, 'id' | 'startedAt' | 'terminal'>;

/** A session whose agent creates the id of its conversation. */
export interface LearnRequest {
  readonly location: TranscriptLocation;
  /** Milliseconds since the epoch, taken before the agent starts. */
  readonly startedAt: number;
  /**
   * `begins`: the agent is about to start. `began`: it started earlier, so an existing transcript
   * that was written since then may be its own.
   */
  readonly begins: 'begins' | 'began';
  /**
   * Whether the session continues a conversation. It then takes part only because its agent can
   * start another one in the directory.
   */
  readonly hasConversation: boolean;
  /** Reads the path of the session's terminal device; undefined if it is not known. Must not reject. */
  readonly readTerminal: () => Promise<string | undefined>;
  /** Whether a session already has the conversation. */
  readonly isOwned: (id: string) => boolean;
  /**
   * Called with each candidate until it resolves with true. The callee may refuse one, for example
   * because a session of another window has it. Must not reject.
   */
  readonly onLearned: (learned: LearnedConversation) => Promise<boolean>;
}
