import type { DatedTranscript } from './datedTranscript';
import type { Undescribed } from './describeTranscript';
import type { TranscriptFile } from './transcriptFiles';
import type { TranscriptPlace } from './transcripts';

/** The transcripts on disk for who waits for new ones: no more is read than has to be. Nothing throws. */
export interface TranscriptSource {
  /** The same for the same provider, directory and folder of its conversations, however they are named. */
  keyOf(place: TranscriptPlace): Promise<string>;
  /**
   * Where the directory's transcripts can be, the last by name first, at most `limit`: those of
   * other directories are among them where the CLI does not keep them apart.
   */
  files(place: TranscriptPlace, limit: number): Promise<readonly TranscriptFile[]>;
  /** When it was last written to, in milliseconds since the epoch; 0 where that cannot be told. */
  writtenAt(file: TranscriptFile): Promise<number>;
  /** What one of them says, or why it says nothing of a conversation of the directory. */
  describe(place: TranscriptPlace, file: TranscriptFile): Promise<DatedTranscript | Undescribed>;
}
