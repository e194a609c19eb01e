import type { Reconnect } from './connect/backoff';
import type { SessionEnd } from './session/sessionEnd';

/** What the holder of a session's handle is told. A callback that throws is the holder's own fault, and is thrown. */
export interface SessionOptions {
  /** The terminal's size, in cells; without it the session keeps its own. */
  readonly cols?: number | undefined;
  readonly rows?: number | undefined;
  /** The screen as it is, first and again after {@link onReconnect}; then what the program writes. */
  readonly onData?: ((bytes: Uint8Array) => void) | undefined;
  /** The program exited; null where nobody knows how. {@link onClose} follows. */
  readonly onExit?: ((exitCode: number | null) => void) | undefined;
  /** Whether to attach again after the connection was lost; five tries by default. */
  readonly reconnect?: false | Partial<Reconnect> | undefined;
  /** Before each try. */
  readonly onReconnecting?: ((attempt: number, maxAttempts: number) => void) | undefined;
  /** Attached again; the screen is about to be drawn anew, over what was drawn before. */
  readonly onReconnect?: (() => void) | undefined;
  /** Once, when the handle is of no more use. */
  readonly onClose?: ((end: SessionEnd) => void) | undefined;
}
