import type { ProviderDefinition } from '../../providers/model/providerDefinition';

/** A conversation that an agent CLI keeps on disk, as far as it could be read. */
export interface Transcript {
  /** By which the CLI resumes it. */
  readonly id: string;
  readonly path: string;
  /** The directory that it says it works in; undefined where it says none. */
  readonly cwd: string | undefined;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
  /** On one line, cut; undefined until there is one. */
  readonly firstPrompt: string | undefined;
  readonly model: string | undefined;
}

/** Whose conversations, and of which directory. */
export interface TranscriptPlace {
  readonly provider: ProviderDefinition;
  /** The working directory, as it was given to the agent. */
  readonly cwd: string;
  /** What the agent's environment says of where it keeps them. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What the agents of a machine remember, read from their own files, never changed. */
export interface Transcripts {
  /** The conversations of the directory, newest first; none where the CLI's are not known. */
  list(place: TranscriptPlace): Promise<readonly Transcript[]>;
  /**
   * One by its id: in the directory, else wherever it is, for a directory may have been moved.
   * `unreadable` where it is there, or may be, and cannot be read: for lack of rights, say.
   */
  find(place: TranscriptPlace, id: string): Promise<Transcript | 'unreadable' | undefined>;
}
