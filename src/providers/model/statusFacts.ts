/** What a screen, a title or a status file of a CLI can show. The last three are questions. */
export type ShownState =
  'working' | 'idle' | 'limited' | 'failed' | 'permission' | 'question' | 'trust';

/** The rows that a rule reads: only where the CLI itself draws, never all of a transcript. */
export type ScreenPart =
  /** The last rows that are not blank. */
  | { readonly kind: 'last'; readonly rows: number }
  /** The cursor's row, and this many above and below it. */
  | { readonly kind: 'cursor'; readonly rows: number }
  /** The rows below the last match; none if nothing matches. */
  | { readonly kind: 'below'; readonly row: RegExp }
  /**
   * The last message: from the last row that matches `starts` and is above the last row that
   * matches `above` (the composer), up to that row.
   */
  | { readonly kind: 'block'; readonly starts: RegExp; readonly above: RegExp };

/**
 * Where a row of a question is on the whole screen: the last match of `row`. With `after`: the
 * first match below a sequence of rows, of which the first is the last match of the first pattern
 * and each further one the next match below.
 */
export interface QuestionRow {
  readonly row: RegExp;
  readonly after?: readonly RegExp[];
  /**
   * The first row of a command: all rows below it in the request follow it. In a request all
   * patterns find their first match, so that no row of a command can hide another one.
   */
  readonly isCommand?: true;
}

/**
 * The rows of a dialog that state its whole request: what it asks, and the command, file or folder.
 * A request can contain any text, so it must not be able to move its own limits.
 */
export interface RequestRows {
  /**
   * The last match above `to`: a row that the CLI draws itself, with a form that no row of a
   * request can have. Without `from` it is the first row of the request. Only a dialog that shows no
   * command may lack it: only blank rows then precede the request.
   */
  readonly frame?: RegExp;
  /** The first row: the first match below the frame, or on the screen if the frame is not there. */
  readonly from?: RegExp;
  /** The row below the last one, such as the first option: the last match on the screen. */
  readonly to: RegExp;
  /** The parts of a row that belong to boxes around the text. */
  readonly borders?: readonly RegExp[];
  /** Each row of the request between its first and last one, blank ones excepted. */
  readonly sides?: RegExp;
  /** Its first text if it may be cut because the rows below repeat it in full. Matches without borders. */
  readonly repeated?: RegExp;
  /**
   * Of a CLI that clips rows: what its rows above the first blank one contain besides the command, without
   * white space. The rows down to the next blank one must be the same command.
   */
  readonly twice?: RegExp;
  /**
   * Rows that the CLI words itself, with signs whose width is disputed elsewhere, such as arrows. Matches
   * without borders.
   */
  readonly own?: RegExp;
  /** Further signs, matched without borders, that the CLI has cut the request. */
  readonly cut?: RegExp;
  /**
   * If the request has more rows, blank ones included, or the screen has fewer, the CLI may leave out
   * rows without a sign. Default: no limits.
   */
  readonly height?: { readonly mostRows: number; readonly leastScreen: number };
}

/** The rows of an input: those directly above the last row that matches `end`, of which each matches `row`. */
export interface InputRows {
  readonly row: RegExp;
  readonly end: RegExp;
}

/** One thing that a screen may show. Each pattern is matched against single rows. */
export interface ScreenRule {
  readonly id: string;
  /**
   * `skip`: a transcript is in front, so the screen shows nothing about the agent. `picker`: a page is, which
   * counts as a screen that is not recognised.
   */
  readonly shows: ShownState | 'picker' | 'skip';
  readonly where: ScreenPart;
  /** Each matches some row. */
  readonly all?: readonly RegExp[];
  /** At least one matches some row. */
  readonly any?: readonly RegExp[];
  /** None matches any row. */
  readonly none?: readonly RegExp[];
  /**
   * The cursor is not in this input. Of a CLI that shows its cursor there whenever a prompt can be typed,
   * so that something else has the keyboard.
   */
  readonly cursorOutside?: InputRows;
  /**
   * The question: for each row the pattern's groups, or the whole match; rows that are not found
   * are left out. For a limit: when it ends, in the rows that the rule reads.
   */
  readonly question?: readonly QuestionRow[];
  /** The whole request of a dialog. Without it the dialog cannot be approved from outside. */
  readonly request?: RequestRows;
  /**
   * How much the agent does in the background, in the rows that the rule reads. Each pattern counts in
   * its own way, by the sum of the numbers in its first group, or by its matches; the highest counts.
   */
  readonly background?: readonly RegExp[];
  /**
   * All that the rule recognises, if that does not prove its state. `input`: the agent's input, which some CLIs
   * also show while they work in the background. It ends no work that the agent reports, unless a key was
   * pressed since. `background`: what the agent has started. It may be a server, which is no reason to
   * wait, so it does not overrule what the agent reports by OSC 7501, nor a failure or a limit.
   */
  readonly only?: 'input' | 'background';
  /** How many characters of a row are matched. Default: 500. */
  readonly columns?: number;
}

/** The first matching rule applies, so questions come before work, and work before idle. */
export interface ScreenRules {
  /** Incremented with each change of the rules. */
  readonly version: number;
  readonly rules: readonly ScreenRule[];
}

/** What a matching title shows. A title without a match shows nothing. */
export interface TitleRule {
  readonly id: string;
  readonly shows: ShownState;
  readonly title: RegExp;
}

/** The kind of need if the program reports that it is blocked with a matching message. */
export interface ReportRule {
  readonly message: RegExp;
  readonly shows: ShownState;
  /** The message does not tell what is asked; the screen does. */
  readonly isGeneral?: true;
}

/** A file that the CLI maintains for each of its running processes. */
export type StatusFileSupport =
  | { readonly kind: 'none' }
  /** JSON, named `<pid>.json`. */
  | {
      readonly kind: 'byPid';
      /**
       * The CLI's own folder: the value of this variable, or the folder below the person's home
       * directory.
       */
      readonly home: { readonly env: string; readonly folder: string };
      /** Below that folder. */
      readonly folder: string;
      /** The field with the status, and the meanings of its values. */
      readonly state: string;
      readonly states: Readonly<Record<string, ShownState>>;
      /**
       * The value that means waiting, the field with the reason, and the meanings of its values.
       */
      readonly waits: string;
      readonly waitsFor: string;
      readonly needs: Readonly<Record<string, ShownState>>;
      /** The field with the time of the last change, in milliseconds since 1970. */
      readonly changedAt: string;
    };

/** How a CLI's status is read, apart from its hooks and its own reports. */
export interface StatusFacts {
  readonly reports?: readonly ReportRule[];
  readonly titles: readonly TitleRule[];
  readonly file: StatusFileSupport;
  readonly screen: ScreenRules;
}
