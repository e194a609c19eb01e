import type { Dimensions } from '../../pty/ptyProcess';
import type {
  ProgramSignal,
  RedrawScope,
  SessionEvent,
  SessionInfo,
  SessionSignal,
} from '../../pty/sessionService';
import type { HostLimits } from './calls';

/** A message of a client, processed in order with its input. Messages have no answers. */
export type ClientMessage =
  | { readonly note: 'limits'; readonly limits: HostLimits }
  | { readonly note: 'detach'; readonly stream: number }
  | { readonly note: 'resizeViewer'; readonly stream: number; readonly dimensions: Dimensions }
  | { readonly note: 'fallBehind'; readonly stream: number }
  /** The host answers with the message `redrawn` of the same number, followed by a `drawing` frame. */
  | {
      readonly note: 'redraw';
      readonly stream: number;
      readonly scope: RedrawScope;
      readonly redraw: number;
    }
  /** The client has processed this many bytes of a stream: the host may send the same number again. */
  | { readonly note: 'credit'; readonly stream: number; readonly bytes: number }
  /**
   * Input for a session that comes from no viewer: UTF-8 in base64. `seq` counts it together with
   * typed frames.
   */
  | {
      readonly note: 'input';
      readonly id: string;
      readonly base64: string;
      readonly seq: number;
    }
  | { readonly note: 'resize'; readonly id: string; readonly dimensions: Dimensions }
  | { readonly note: 'relabel'; readonly id: string; readonly label: string }
  | { readonly note: 'signal'; readonly id: string; readonly signal: SessionSignal }
  /** Requests the session's output as `watched` frames of that stream, from now on. */
  | { readonly note: 'watch'; readonly id: string; readonly stream: number }
  | { readonly note: 'unwatch'; readonly stream: number };

/** The fields of a session that change too often for an event for each change. */
export type Touched = Pick<
  SessionInfo,
  'id' | 'generation' | 'lastOutputAt' | 'lastInputAt' | 'bracketedPaste'
>;

/** A message of the host, in order with the output that it sends. */
export type HostMessage =
  | { readonly note: 'event'; readonly event: SessionEvent }
  | { readonly note: 'signal'; readonly signal: ProgramSignal }
  /** Sent at most four times a second. */
  | { readonly note: 'touched'; readonly sessions: readonly Touched[] }
  /**
   * The next frame of the stream is the drawing that the message `redraw` of that number requested.
   */
  | { readonly note: 'redrawn'; readonly stream: number; readonly redraw: number }
  /**
   * The next frame of the stream is a drawing that resets its terminal, because output was left
   * out.
   */
  | { readonly note: 'gap'; readonly stream: number }
  /** The session of a viewer has ended. The stream carries no more frames. */
  | { readonly note: 'exit'; readonly stream: number; readonly session: SessionInfo }
  /** The host has accepted all input of this client up to that number. */
  | { readonly note: 'typed'; readonly seq: number };
