import type { Reconnect } from './connect/backoff';
import type { SessionEnd } from './session/sessionEnd';

/** Size and callbacks of a session's handle. An exception in a callback is not caught. */
export interface SessionOptions {
  /** The terminal's columns and rows. Without both the session keeps its size. */
  readonly cols?: number | undefined;
  readonly rows?: number | undefined;
  /**
   * Receives the current screen at first and again after {@link onReconnect}, then the program's
   * output.
   */
  readonly onData?: ((bytes: Uint8Array) => void) | undefined;
  /** The program has exited; null if the exit code is not known. {@link onClose} follows. */
  readonly onExit?: ((exitCode: number | null) => void) | undefined;
  /**
   * Whether and how to attach again after a connection failed or was lost, the first one included;
   * five attempts by default.
   */
  readonly reconnect?: false | Partial<Reconnect> | undefined;
  /** Called before each attempt. */
  readonly onReconnecting?: ((attempt: number, maxAttempts: number) => void) | undefined;
  /**
   * Attached again. The current screen follows in {@link onData} and replaces the earlier output.
   */
  readonly onReconnect?: (() => void) | undefined;
  /** Called once, when the handle is no longer usable. */
  readonly onClose?: ((end: SessionEnd) => void) | undefined;
}
