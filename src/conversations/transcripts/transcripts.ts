import type { ProviderDefinition } from '../../providers/model/providerDefinition';

/** A conversation that an agent CLI stores on disk, as far as it could be read. */
export interface Transcript {
  /** The id by which the CLI resumes it. */
  readonly id: string;
  readonly path: string;
  /** The working directory that the transcript states; undefined if it states none. */
  readonly cwd: string | undefined;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
  /** The first prompt on one line, shortened; undefined while there is none. */
  readonly firstPrompt: string | undefined;
  readonly model: string | undefined;
}

/** A provider, a directory, and the environment that locates the transcripts. */
export interface TranscriptLocation {
  readonly provider: ProviderDefinition;
  /** The working directory, as it was passed to the agent. */
  readonly cwd: string;
  /** The agent's environment, which may relocate the transcripts. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * The conversations that agent CLIs have stored on this machine. Their files are read and never
 * changed.
 */
export interface Transcripts {
  /** The conversations of the directory, newest first; none if the CLI's format is not known. */
  list(location: TranscriptLocation): Promise<readonly Transcript[]>;
  /**
   * Finds a conversation by its id: in the directory, then anywhere else, since a directory may
   * have been moved. `unreadable`: the transcript exists, or may exist, and cannot be read, for
   * example because access is denied.
   */
  find(location: TranscriptLocation, id: string): Promise<Transcript | 'unreadable' | undefined>;
}
