/**
 * What a record of a transcript must have: by the path of a property, `a.b.c`, its value;
 * {@link ANY_VALUE} = it is there.
 */
export type RecordMatch = Readonly<Record<string, string | boolean>>;

export const ANY_VALUE = '*';

/** Where records of a transcript say something; the first that says it holds. */
export interface RecordField {
  /** All of it must hold. */
  readonly where?: RecordMatch;
  /** None of it may. */
  readonly unless?: RecordMatch;
  /** The path of the property. */
  readonly at: string;
}

/** How a CLI's transcript says what is known of its conversation. */
export interface TranscriptRecords {
  /** `lines`: JSON, one record a line; `document`: one JSON object, whose `list` has the records. */
  readonly form: { readonly kind: 'lines' } | { readonly kind: 'document'; readonly list: string };
  /** Undefined = the file's name has it. */
  readonly id?: RecordField;
  /** Undefined = it is nowhere inside. */
  readonly cwd?: RecordField;
  /** A date in ISO 8601: when the conversation was opened, which may be long before its first prompt. */
  readonly startedAt?: RecordField;
  /** The person's own text, or blocks with a `text` each. */
  readonly prompt: RecordField;
  /** How text begins that stands in a prompt's place and is not the person's. */
  readonly notPrompts: readonly string[];
  readonly model: readonly RecordField[];
  /** A transcript with such a record before its first prompt is no person's: an agent's or a script's. */
  readonly notPersonal: readonly RecordMatch[];
}

/** How the folder of a working directory's conversations is named after its real path. */
export type DirectoryNaming =
  /** Every UTF-16 unit but A-Z, a-z and 0-9 is a `-`: several directories share a folder. */
  | {
      readonly kind: 'dashes';
      /** `hashed`: over 200 units, the first 200, `-`, and the path's hash. */
      readonly longNames: 'hashed' | 'whole';
      /** On Windows. */
      readonly windowsCase: 'kept' | 'lower';
    }
  /** `/a/b c` is `--a-b c--`: several directories share a folder. */
  | { readonly kind: 'separators' }
  /** As `encodeURIComponent` has it. */
  | { readonly kind: 'uri' }
  /** By a JSON file below the home, whose `projects` has the name for each directory. */
  | { readonly kind: 'listed'; readonly file: string };

interface TranscriptFiles {
  /** The CLI's own folder: what this variable says, else the folder below the person's home. */
  readonly home: { readonly env: string | undefined; readonly folder: string };
  /** The folder of all conversations, below the CLI's own. */
  readonly root: string;
  /**
   * The file of a conversation, below its folder, one name each: `*` stands for anything,
   * `ID` for the conversation's id, which is a UUID.
   */
  readonly file: readonly string[];
  readonly records: TranscriptRecords;
}

/** Where a CLI keeps its conversations, and how they are read. */
export type TranscriptSupport =
  /** Nowhere that is known, or in a database. */
  | { readonly kind: 'none' }
  /** Each directory's in a folder of their own. */
  | (TranscriptFiles & { readonly kind: 'byDirectory'; readonly naming: DirectoryNaming })
  /** All in folders by year, month and day of their begin. */
  | (TranscriptFiles & { readonly kind: 'byDate' })
  /** All in one folder. */
  | (TranscriptFiles & { readonly kind: 'byId' });
