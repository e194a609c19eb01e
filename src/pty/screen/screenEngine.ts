import type { Disposable } from '../../base/lifecycle';
import type { Dimensions } from '../ptyProcess';
import type { TerminalLook } from '../terminalLook';
import type { VisibleScreen } from '../sessionService';
import type { ScreenSlots } from './screenScheduler';

/**
 * A screen as escape sequences. Written in this order to a terminal of the same size (`history`,
 * `screen`, `tail`, then the program's later output), they make it equal to a terminal that
 * received every byte. They start with a reset, so they repaint a terminal that lags behind as well
 * as a new one.
 *
 * Rows reach a terminal's scrollback only by scrolling through its screen, so history cannot follow
 * the screen. To be fast and complete, write a snapshot without scrollback first, then a complete
 * one: it uses synchronized output (mode 2026), which a terminal shows at once.
 */
export interface ScreenSnapshot {
  readonly dimensions: Dimensions;
  /** The scrollback, oldest first; empty if there is none or it was not requested. */
  readonly history: readonly string[];
  readonly screen: string;
  /** An incomplete sequence or character of the program. Not text, so not a string. */
  readonly tail: Uint8Array;
}

export interface EngineOptions {
  readonly dimensions: Dimensions;
  /** Rows kept above the screen. */
  readonly scrollback: number;
  readonly scheduler: ScreenSlots;
  /** The output that waits for this screen, in bytes, which is part of its memory. */
  readonly waitingBytes: () => number;
  /** What would rebuild the engine, in bytes, which is part of its memory, too. Default: nothing. */
  readonly journalBytes?: (() => number) | undefined;
  /** Called at each use, so that a changed one applies at once. Default: the usual look. */
  readonly look?: (() => TerminalLook | undefined) | undefined;
}

/** What is known of an engine without a call: its state after the last one. */
export interface EngineFacts {
  readonly rows: number;
  /** An upper bound of its memory, in bytes. */
  readonly bytes: number;
  readonly isBetweenSequences: boolean;
  /** Whether it shows the normal buffer and scrolls the whole screen. */
  readonly isScrolledWhole: boolean;
}

/**
 * A terminal emulator with all of its state: what `Screen` feeds, reads, compresses and restores. One
 * call at a time. An error of a call loses the content: the engine is replaced by a new one.
 */
export interface ScreenEngine extends EngineFacts, Disposable {
  /** Parses `bytes` and returns the answers to the queries in them. */
  parse(bytes: Uint8Array): Promise<string>;

  /** Answers queries that are not part of the output. */
  answersTo(queries: string): Promise<string>;

  resize(wanted: Dimensions): Promise<void>;

  /** Removes the oldest rows until at most `bytes` are held, if there are enough. */
  shrinkTo(bytes: number): Promise<void>;

  /** With at most `scrollback` rows above the screen, as have the texts. */
  snapshot(scrollback: number): Promise<ScreenSnapshot>;

  /** A snapshot with all of the scrollback: some 50 KB instead of up to 16 MB for 10,000 rows. */
  compress(): Promise<Uint8Array>;

  /** Makes a new engine of the same size equal to the compressed one. */
  restore(compressed: Uint8Array): Promise<void>;

  /** Wrapped rows are joined, and blanks at line ends removed. */
  text(scrollback: number): Promise<string>;

  /** The same rows with their colours, as output for another terminal of the same width. */
  colouredText(scrollback: number): Promise<string>;

  /** The screen without scrollback, row by row. */
  visible(): Promise<VisibleScreen>;
}

export type CreateEngine = (options: EngineOptions) => ScreenEngine;

/** Where floods are parsed without blocking this thread. */
export interface EngineOffer {
  /** Output of one screen that makes a flood, in bytes. */
  readonly floodBytes: number;
  /** Creates an engine there; returns undefined if it is parsed inline. */
  open(options: EngineOptions): ScreenEngine | undefined;
}
