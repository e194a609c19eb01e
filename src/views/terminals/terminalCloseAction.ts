import type { Settings } from '../../config/settings';

/** Who closed a terminal; the names of VS Code's numbers. */
export type TerminalCloseReason = 'unknown' | 'shutdown' | 'process' | 'user' | 'extension';

export type TerminalCloseAction =
  | 'nothing'
  /** The start that the terminal was created for still happens, without a terminal. */
  | 'launch'
  | 'kill';

export interface ClosedTerminal {
  readonly reason: TerminalCloseReason;
  readonly onTerminalClose: Settings['onTerminalClose'];
  /**
   * Whether the start has begun. A terminal that closed before it opened, or before it had its
   * size, has started nothing.
   */
  readonly isLaunched: boolean;
}

/**
 * Decides what happens to the session. A window that closes or reloads ends and starts nothing.
 * Only a close by a person can kill.
 */
export function planTerminalClose(closed: ClosedTerminal): TerminalCloseAction {
  if (closed.reason === 'shutdown') {
    return 'nothing';
  }
  const kills = closed.onTerminalClose === 'kill';
  if (!closed.isLaunched) {
    return kills ? 'nothing' : 'launch';
  }
  return kills && closed.reason === 'user' ? 'kill' : 'nothing';
}
