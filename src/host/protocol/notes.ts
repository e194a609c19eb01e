import type { Dimensions } from '../../pty/ptyProcess';
import type {
  ProgramSignal,
  RedrawScope,
  SessionEvent,
  SessionInfo,
  SessionSignal,
} from '../../pty/sessionService';
import type { HostLimits } from './calls';

/** What a client tells the host, in order with what it types. Nothing is answered. */
export type ClientNote =
  | { readonly note: 'limits'; readonly limits: HostLimits }
  | { readonly note: 'detach'; readonly stream: number }
  | { readonly note: 'resizeViewer'; readonly stream: number; readonly dimensions: Dimensions }
  | { readonly note: 'fallBehind'; readonly stream: number }
  /** The screen comes as a `drawing`, behind the note `redrawn` with the same number. */
  | {
      readonly note: 'redraw';
      readonly stream: number;
      readonly scope: RedrawScope;
      readonly redraw: number;
    }
  /** So much of a stream was taken, in bytes: as much more may be sent. */
  | { readonly note: 'credit'; readonly stream: number; readonly bytes: number }
  /** Keystrokes for a session, of no viewer: UTF-8 in base64, counted by `seq` as typed frames are. */
  | {
      readonly note: 'input';
      readonly id: string;
      readonly base64: string;
      readonly seq: number;
    }
  | { readonly note: 'resize'; readonly id: string; readonly dimensions: Dimensions }
  | { readonly note: 'relabel'; readonly id: string; readonly label: string }
  | { readonly note: 'signal'; readonly id: string; readonly signal: SessionSignal }
  /** From now on the session's output comes as `watched` frames of that stream. */
  | { readonly note: 'watch'; readonly id: string; readonly stream: number }
  | { readonly note: 'unwatch'; readonly stream: number };

/** What of a session changes so often that no event tells of it. */
export type Touched = Pick<
  SessionInfo,
  'id' | 'life' | 'lastOutputAt' | 'lastInputAt' | 'bracketedPaste'
>;

/** What the host tells a client, in order with the output that it sends. */
export type HostNote =
  | { readonly note: 'event'; readonly event: SessionEvent }
  | { readonly note: 'signal'; readonly signal: ProgramSignal }
  /** At most four times a second. */
  | { readonly note: 'touched'; readonly sessions: readonly Touched[] }
  /** The next frame of the stream is the drawing that was asked for under that number. */
  | { readonly note: 'redrawn'; readonly stream: number; readonly redraw: number }
  /** The next frame of the stream is a drawing that resets its terminal, for what was not sent is missing. */
  | { readonly note: 'gap'; readonly stream: number }
  /** The session of a viewer has ended; nothing more comes of the stream. */
  | { readonly note: 'exit'; readonly stream: number; readonly session: SessionInfo }
  /** All that this client typed up to that number was taken. */
  | { readonly note: 'typed'; readonly seq: number };
