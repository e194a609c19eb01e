import type { TranscriptPlace } from './transcripts';

/** A session whose agent makes up the id of its conversation. */
export interface LearnRequest {
  readonly place: TranscriptPlace;
  /** Milliseconds since the epoch, taken before the agent is started. */
  readonly startedAt: number;
  /** Whether a session has the conversation already. */
  readonly isOwned: (id: string) => boolean;
  /** Told once, if ever. Must not throw. */
  readonly onLearned: (id: string) => void;
}
