import type { OpenOptions, StartOptions } from './clientOptions';
import type { SessionOptions } from './sessionOptions';

/** Splits the options of `open` into those for the window and those for the handle. */
export function splitOptions(options: OpenOptions): {
  readonly start: StartOptions;
  readonly session: SessionOptions;
} {
  const { onData, onExit, reconnect, onReconnecting, onReconnect, onClose, ...start } = options;
  const { cols, rows } = start;
  const callbacks = { onData, onExit, onReconnecting, onReconnect, onClose };
  return { start, session: { cols, rows, reconnect, ...callbacks } };
}
