import type { Transcript } from './transcripts';

export interface DatedTranscript extends Transcript {
  /** Milliseconds since the epoch: when the conversation was opened, as it says inside. */
  readonly startedAt: number | undefined;
}
