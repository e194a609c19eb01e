import type { Transcript } from './transcripts';

export interface DatedTranscript extends Transcript {
  /** When the conversation was opened, as the file states it; milliseconds since the epoch. */
  readonly startedAt: number | undefined;
  /** A directory that contains the working directory; undefined if the file states none. */
  readonly root?: string | undefined;
  /** The path of the terminal device in which the CLI has last run; undefined if the file states none. */
  readonly terminal?: string | undefined;
}
