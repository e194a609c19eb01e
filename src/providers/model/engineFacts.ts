import type { RecordField, RecordMatch } from './transcriptSupport';

/** How an answer looks on a screen. Each pattern is matched against single rows. */
export interface AnswerScreen {
  /**
   * The beginning of the row that repeats the person's prompt, up to its first character.
   * Undefined: no marker.
   */
  readonly echo: RegExp | undefined;
  /** The beginning of each message or action of the agent. Undefined: no marker. */
  readonly marker: RegExp | undefined;
  /**
   * The first row of the composer, below which nothing belongs to the answer. The last match
   * counts.
   */
  readonly composer: RegExp | undefined;
  /** Rows that are not part of an answer, such as rules. */
  readonly chrome: readonly RegExp[];
  /**
   * A row that shows that the agent works, or how long it has worked. It and the rows below it, up to
   * the next empty one, are not part of an answer: they show a hint or a list of tasks. Undefined: no
   * such rows, or `chrome` matches all of them.
   */
  readonly spinner: RegExp | undefined;
  /** A row that marks a message, from its marker on, as the use of a tool. */
  readonly tool: RegExp | undefined;
}

/** Where a CLI stores the exact text of its answers, in the transcripts of `TranscriptSupport`. */
export type AnswerSource =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'transcript';
      /** The agent's text, or blocks that each have a `text`. */
      readonly text: RecordField;
      /**
       * The field with a record's id, if there is one. A record with the same id replaces the
       * earlier one.
       */
      readonly id?: string;
      /** Blocks that match any of these are not part of the text. */
      readonly notText?: RecordMatch;
      /**
       * Prompts, tool calls or their results: the texts after such a record are another message. A
       * text in such a record belongs to the message before.
       */
      readonly divides: readonly RecordMatch[];
      /** Records at the end of a turn; empty: the end is not recorded. */
      readonly ends: readonly RecordMatch[];
      /** Records at the end of a turn that failed. They are not repeated in `ends`. */
      readonly fails?: readonly RecordMatch[];
      /** Whether a record contains a whole text, or a few characters of one. */
      readonly pieces: 'texts' | 'characters';
    };

/**
 * How long an agent must be at rest before its answer counts as complete, in milliseconds. If the
 * agent reports its end itself, there is no wait, but the screen must agree.
 */
export interface Quiet {
  /** If its status is known from what its terminal shows. */
  readonly shownMs: number;
  /** Since the last output, if its status is unknown: a tool may run without output. */
  readonly silentMs: number;
  /** The factor if no answer was seen yet. */
  readonly unseenFactor: number;
  /** The factor if the answer seems to be incomplete. */
  readonly unfinishedFactor: number;
}

export type ModelSource =
  /** No command that lists them is known. */
  | { readonly kind: 'none' }
  /**
   * A command that lists one model per row. Groups of `row`: `id`, optionally `name`, and
   * optionally the `provider` that precedes the id and a slash. Other rows are ignored.
   */
  | { readonly kind: 'rows'; readonly args: readonly string[]; readonly row: RegExp }
  /**
   * A command that prints a JSON object, alone or on its own line; with the path of the list, and
   * the fields of its entries.
   */
  | {
      readonly kind: 'json';
      readonly args: readonly string[];
      /** The command's standard input, which is then closed. Default: empty. */
      readonly input?: string;
      readonly list: string;
      readonly where: RecordMatch;
      readonly id: string;
      readonly name: string;
    };

/** How to read a CLI's screen and answers when it is driven. */
export interface EngineFacts {
  readonly screen: AnswerScreen;
  readonly records: AnswerSource;
  /** The hook that reports the last message, used if the transcript cannot be read. */
  readonly lastMessage: { readonly event: string; readonly at: string } | undefined;
  readonly quiet: Quiet;
  readonly models: ModelSource;
}

/** Rules, frames and empty boxes. */
const DRAWING = /^[\s─━═│┃╭╮╰╯┌┐└┘├┤▀▄╹╻▔▁]+$/u;

/** The facts of an unknown CLI: what most agent CLIs draw. */
export const UNKNOWN_ENGINE: EngineFacts = {
  screen: {
    echo: /^[\s│┃]*[❯›>] \S/u,
    marker: undefined,
    composer: /^[\s│┃]*[❯›>](?:\s|$)/u,
    chrome: [DRAWING],
    spinner: undefined,
    tool: /^\s*[⎿└]/u,
  },
  records: { kind: 'none' },
  lastMessage: undefined,
  quiet: { shownMs: 1000, silentMs: 8000, unseenFactor: 4, unfinishedFactor: 3 },
  models: { kind: 'none' },
};
