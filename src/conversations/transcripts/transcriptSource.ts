import type { DatedTranscript } from './datedTranscript';
import type { Undescribed } from './describeTranscript';
import type { TranscriptFile } from './transcriptFiles';
import type { TranscriptLocation } from './transcripts';

/**
 * Access to the transcripts on disk for watching new ones. Reads no more than necessary and never
 * throws.
 */
export interface TranscriptSource {
  /**
   * A key that is equal for the same provider, directory and conversation folder, whatever their
   * paths look like.
   */
  keyOf(location: TranscriptLocation): Promise<string>;
  /**
   * The files that may be the directory's transcripts, the last by name first, at most `limit`. If
   * the CLI does not separate directories, files of other directories are included.
   */
  files(location: TranscriptLocation, limit: number): Promise<readonly TranscriptFile[]>;
  /** When the file was last written, in milliseconds since the epoch; 0 if unknown. */
  writtenAt(file: TranscriptFile): Promise<number>;
  /**
   * Reads a file's description, or returns why it describes no conversation of the directory, nor of one that contains
   * it and a known terminal.
   */
  describe(
    location: TranscriptLocation,
    file: TranscriptFile,
  ): Promise<DatedTranscript | Undescribed>;
}
