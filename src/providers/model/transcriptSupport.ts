import type { CliHome } from './cliHome';

/**
 * What a record of a transcript must contain: values by property path, such as `a.b.c`.
 * {@link ANY_VALUE} matches any value.
 */
export type RecordMatch = Readonly<Record<string, string | boolean>>;

export const ANY_VALUE = '*';

/** Where records contain a value. The first record that contains it counts. */
export interface RecordField {
  /** All of it must match. */
  readonly where?: RecordMatch;
  /** None of it may match. */
  readonly unless?: RecordMatch;
  /** The property path; `*` is the first element of a list that has the rest. */
  readonly at: string;
}

/** How facts about a conversation are read from a CLI's transcript. */
export interface TranscriptRecords {
  /**
   * `lines`: one JSON record per line. `document`: one JSON object whose `list` contains the
   * records.
   */
  readonly form: { readonly kind: 'lines' } | { readonly kind: 'document'; readonly list: string };
  /** Undefined: the file's name contains the id. */
  readonly id?: RecordField;
  /** Undefined: the transcript does not contain the directory. */
  readonly cwd?: RecordField;
  /** The person's own text, or blocks that each have a `text`. */
  readonly prompt: RecordField;
  /** Beginnings of texts that appear as prompts but are not the person's. */
  readonly notPrompts: readonly string[];
  readonly model: readonly RecordField[];
  /** A transcript with such a record before its first prompt belongs to a sub-agent or a script. */
  readonly notPersonal: readonly RecordMatch[];
}

/**
 * How the folder of a working directory's conversations is named after the directory's real path.
 */
export type DirectoryNaming =
  /**
   * Every UTF-16 unit except A-Z, a-z and 0-9 becomes `-`, so several directories can share a
   * folder.
   */
  | {
      readonly kind: 'dashes';
      /** `hashed`: names over 200 units become the first 200, `-`, and a hash of the path. */
      readonly longNames: 'hashed' | 'whole';
      /** Letter case on Windows. */
      readonly windowsCase: 'kept' | 'lower';
    }
  /** `/a/b c` becomes `--a-b c--`, so several directories can share a folder. */
  | { readonly kind: 'separators' }
  /** As `encodeURIComponent` encodes it. */
  | { readonly kind: 'uri' }
  /** A JSON file below the CLI's home, whose `projects` has a name for each directory. */
  | { readonly kind: 'listed'; readonly file: string };

interface TranscriptFiles {
  readonly home: CliHome;
  /** The folder of all conversations, below the CLI's own. */
  readonly root: string;
  /**
   * The path of a conversation's file below its folder, one name each. `*` matches anything; `ID`
   * stands for the conversation's id.
   */
  readonly file: readonly string[];
  /** A regular expression for the ids in names of files, if they are not UUIDs. */
  readonly idPattern?: string;
  readonly records: TranscriptRecords;
}

/** Where a CLI stores its conversations, and how they are read. */
export type TranscriptSupport =
  /** Not known, or in a database. */
  | { readonly kind: 'none' }
  /** Each directory's conversations in a separate folder. */
  | (TranscriptFiles & { readonly kind: 'byDirectory'; readonly naming: DirectoryNaming })
  /** All conversations in folders by year, month and day of their start. */
  | (TranscriptFiles & { readonly kind: 'byDate' })
  /** All conversations in one folder. */
  | (TranscriptFiles & { readonly kind: 'byId' });
