import type { DatedTranscript } from './transcripts/datedTranscript';
import type { TranscriptPlace } from './transcripts/transcripts';

export type LearnedConversation = Pick<DatedTranscript, 'id' | 'startedAt'>;

/** A session whose agent makes up the id of its conversation. */
export interface LearnRequest {
  readonly place: TranscriptPlace;
  /** Milliseconds since the epoch, taken before the agent is started. */
  readonly startedAt: number;
  /**
   * Whether its agent is about to start, or did long ago: then what is there and has been written
   * to since may be its own.
   */
  readonly begins: 'begins' | 'began';
  /** It goes on with one: it takes part only because it can begin another in the directory. */
  readonly hasConversation: boolean;
  /** Whether a session has the conversation already. */
  readonly isOwned: (id: string) => boolean;
  /**
   * Told until it takes one; whether it does: who knows of sessions of other windows may not.
   * Must not reject.
   */
  readonly onLearned: (learned: LearnedConversation) => Promise<boolean>;
}
