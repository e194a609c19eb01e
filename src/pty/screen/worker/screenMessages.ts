import type { Dimensions } from '../../ptyProcess';
import type { VisibleScreen } from '../../sessionService';
import type { TerminalLook } from '../../terminalLook';
import type { ScreenSnapshot } from '../screenSnapshot';

/** What is read of a screen. `scrollback` limits the rows above the screen. */
export interface ScreenReads {
  snapshot(scrollback: number): ScreenSnapshot;
  text(scrollback: number): string;
  colouredText(scrollback: number): string;
  visible(): VisibleScreen;
  /** The answers to queries that are not part of the output. */
  answersTo(queries: string): string;
}

/** One read, by its name and its argument, if it has one. */
export interface ScreenRead<Name extends keyof ScreenReads = keyof ScreenReads> {
  readonly name: Name;
  readonly argument: Parameters<ScreenReads[Name]>[0];
}

/** A message to the screens of a process, handled in order. The sender numbers the screens and the reads. */
export type ScreenRequest =
  | {
      readonly kind: 'open';
      readonly screen: number;
      readonly dimensions: Dimensions;
      /** Rows kept above the screen. */
      readonly scrollback: number;
    }
  /** Output of its program. `isAnswered`: whether the screen answers the queries in it, since no terminal saw them. */
  | {
      readonly kind: 'output';
      readonly screen: number;
      readonly bytes: Uint8Array;
      readonly isAnswered: boolean;
    }
  | { readonly kind: 'resize'; readonly screen: number; readonly dimensions: Dimensions }
  | {
      readonly kind: 'read';
      readonly screen: number;
      readonly id: number;
      readonly read: ScreenRead;
    }
  | { readonly kind: 'close'; readonly screen: number }
  /** For all screens, from now on. */
  | { readonly kind: 'look'; readonly look: TerminalLook };

/** A message from the screens of a process. */
export type ScreenReply =
  /** Once, when a worker has started. */
  | { readonly kind: 'ready' }
  /** The answer to `output`: so many bytes were parsed. */
  | {
      readonly kind: 'parsed';
      readonly screen: number;
      readonly bytes: number;
      /** The answers to its queries; empty for none. */
      readonly answers: string;
    }
  | { readonly kind: 'value'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'readFailed'; readonly id: number; readonly error: unknown }
  /** The emulator failed and was replaced by an empty one. */
  | { readonly kind: 'cleared'; readonly screen: number; readonly error: unknown }
  /** All screens together had reached their limit of memory, so this one lost the rows above it. */
  | { readonly kind: 'shortened'; readonly screen: number };

/** Where the screens of a process are held. */
export interface ScreenPort {
  /** The buffers in `transfer` are handed over. */
  post(request: ScreenRequest, transfer: readonly ArrayBuffer[]): void;
  dispose(): void;
}
