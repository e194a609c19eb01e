/** What a screen, a title or a file of a CLI's own shows its agent to do; the last three are questions. */
export type ShownState =
  'working' | 'idle' | 'limited' | 'failed' | 'permission' | 'question' | 'trust';

/** The rows of a screen that a rule reads: there where only the CLI itself draws, never all of a transcript. */
export type ScreenPart =
  /** The last of those that are not blank. */
  | { readonly kind: 'last'; readonly rows: number }
  /** The cursor's, and as many above and below it. */
  | { readonly kind: 'cursor'; readonly rows: number }
  /** Those below the last one that matches; none where none does. */
  | { readonly kind: 'below'; readonly row: RegExp }
  /**
   * The last thing that was said: from the last row that matches `starts`, above the last one
   * that matches `above`, which is the composer's, to that one.
   */
  | { readonly kind: 'block'; readonly starts: RegExp; readonly above: RegExp };

/**
 * Where a row of a question stands, on the whole screen: the last one that matches; or, after the
 * last row that matches the first of `after` and the next for each of the others, the first.
 */
export interface QuestionRow {
  readonly row: RegExp;
  readonly after?: readonly RegExp[];
}

/** One thing that a screen may show. Its patterns are held against one row each. */
export interface ScreenRule {
  readonly id: string;
  /** `skip`: a picker or a transcript is in front, so that the screen tells nothing. */
  readonly shows: ShownState | 'skip';
  readonly where: ScreenPart;
  /** Each matches some row. */
  readonly all?: readonly RegExp[];
  /** One of them does, at the least. */
  readonly any?: readonly RegExp[];
  /** None does. */
  readonly none?: readonly RegExp[];
  /**
   * What it asks: the rows, of each its groups, else what the pattern matched; those that are not
   * found are left out. Of a limit: when it ends, in
   * the rows that the rule reads.
   */
  readonly question?: readonly QuestionRow[];
  /** How much of a row its patterns are held against, in characters; 500 by default. */
  readonly columns?: number;
}

/** The first rule that holds counts, so questions stand before what is busy, and this before idle. */
export interface ScreenRules {
  /** One more with each change of the rules. */
  readonly version: number;
  readonly rules: readonly ScreenRule[];
}

/** What a title that matches says; one that none matches says nothing. */
export interface TitleRule {
  readonly id: string;
  readonly shows: ShownState;
  readonly title: RegExp;
}

/** What it means that the program reports to be blocked with such a message, where that says more. */
export interface ReportRule {
  readonly message: RegExp;
  readonly shows: ShownState;
}

/** A file that the CLI keeps of each of its processes while they run. */
export type StatusFileSupport =
  | { readonly kind: 'none' }
  /** JSON, named `<pid>.json`. */
  | {
      readonly kind: 'byPid';
      /** The CLI's own folder: what this variable says, else the folder below the person's home. */
      readonly home: { readonly env: string; readonly folder: string };
      /** Below that. */
      readonly folder: string;
      /** The field that says what the agent does, and what its values mean. */
      readonly state: string;
      readonly states: Readonly<Record<string, ShownState>>;
      /** The value that says that it waits, the field that says for what, and what its values mean. */
      readonly waits: string;
      readonly waitsFor: string;
      readonly needs: Readonly<Record<string, ShownState>>;
      /** The field with the time of the last change, in milliseconds since 1970. */
      readonly changedAt: string;
    };

/** How one can tell what a CLI's agent does, beside its hooks and what it reports itself. */
export interface StatusFacts {
  readonly reports?: readonly ReportRule[];
  readonly titles: readonly TitleRule[];
  readonly file: StatusFileSupport;
  readonly screen: ScreenRules;
}
