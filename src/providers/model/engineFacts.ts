import type { RecordField, RecordMatch } from './transcriptSupport';

/** How an answer stands on a screen. Its patterns are held against one row each. */
export interface AnswerScreen {
  /** How the row begins that repeats the person's prompt, up to its first character; undefined = by nothing. */
  readonly echo: RegExp | undefined;
  /** How each thing begins that the agent says or does; undefined = by nothing that tells. */
  readonly marker: RegExp | undefined;
  /** The first row of the composer, which the agent's words end above; the last that matches counts. */
  readonly composer: RegExp | undefined;
  /** Rows that are no words of the agent: rules, spinners, what a turn took. */
  readonly chrome: readonly RegExp[];
  /** A row that makes what it belongs to, from its marker on, the use of a tool. */
  readonly tool: RegExp | undefined;
}

/** Where a CLI keeps the exact words of its answers, in the transcripts of `TranscriptSupport`. */
export type AnswerRecords =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'transcript';
      /** A text of the agent's, or blocks with a `text` each. */
      readonly text: RecordField;
      /** Where records have an id; one that comes again takes the place of the first. */
      readonly id?: string;
      /** Blocks with any of these are none of it. */
      readonly notText?: RecordMatch;
      /** What comes with the end of a turn; none = nothing tells it apart. */
      readonly ends: readonly RecordMatch[];
      /** What comes with a turn that could not be answered; `ends` has it not. */
      readonly fails?: readonly RecordMatch[];
      /** Whether a record has a whole text, or a few characters of one. */
      readonly pieces: 'texts' | 'characters';
    };

/**
 * How long an agent has to have been at rest until its answer is taken to be whole, in milliseconds.
 * Where it reports its end itself, that is not waited for, but the screen has to agree.
 */
export interface Quiet {
  /** Where its status is known by what its terminal shows. */
  readonly toldMs: number;
  /** Since the last output, where nobody says what it does: a tool may run without a word. */
  readonly silentMs: number;
  /** So many times as long where nothing of an answer was seen. */
  readonly unseenFactor: number;
  /** So many times as long where what there is ends in its middle. */
  readonly unfinishedFactor: number;
}

/** How a CLI is asked which models it offers. */
export type ModelSource =
  /** It tells nobody but who sits before it, or nothing else is known. */
  | { readonly kind: 'none' }
  /**
   * A command that lists them, a row each. Groups of `row`: `id`, perhaps `name`, and perhaps the
   * `provider` that the id has to follow, with a slash between; other rows are none.
   */
  | { readonly kind: 'rows'; readonly args: readonly string[]; readonly row: RegExp }
  /**
   * A command that says it as a JSON object, alone or on a line of its own: the path of the list, and
   * what each has.
   */
  | {
      readonly kind: 'json';
      readonly args: readonly string[];
      /** What it is told on its standard input, which then ends; nothing by default. */
      readonly input?: string;
      readonly list: string;
      readonly where: RecordMatch;
      readonly id: string;
      readonly name: string;
    };

/** How to read a CLI's screen and its answers when it is driven. */
export interface EngineFacts {
  readonly screen: AnswerScreen;
  readonly records: AnswerRecords;
  /** The hook with the last thing that was said, for where the transcript cannot be read. */
  readonly lastMessage: { readonly event: string; readonly at: string } | undefined;
  readonly quiet: Quiet;
  readonly models: ModelSource;
}

/** Rules, frames and blank boxes. */
const DRAWING = /^[\s─━═│┃╭╮╰╯┌┐└┘├┤▀▄╹╻▔▁]+$/u;

/** Agent CLIs are alike: what most of them draw. */
export const UNKNOWN_ENGINE: EngineFacts = {
  screen: {
    echo: /^[\s│┃]*[❯›>] \S/u,
    marker: undefined,
    composer: /^[\s│┃]*[❯›>](?:\s|$)/u,
    chrome: [DRAWING],
    tool: /^\s*[⎿└]/u,
  },
  records: { kind: 'none' },
  lastMessage: undefined,
  quiet: { toldMs: 1000, silentMs: 8000, unseenFactor: 4, unfinishedFactor: 3 },
  models: { kind: 'none' },
};
