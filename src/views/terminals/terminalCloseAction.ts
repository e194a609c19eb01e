import type { Settings } from '../../config/settings';

/** Who closed a terminal, in words; VS Code has numbers for them. */
export type TerminalCloseReason = 'unknown' | 'shutdown' | 'process' | 'user' | 'extension';

/** What the end of a terminal means for its session, which it only showed. */
export type TerminalCloseAction =
  | 'nothing'
  /** The start that the terminal was made for still has to happen, unseen. */
  | 'launch'
  | 'kill';

export interface ClosedTerminal {
  readonly reason: TerminalCloseReason;
  readonly onTerminalClose: Settings['onTerminalClose'];
  /** A terminal that was disposed before it opened, or had its size, has started nothing. */
  readonly isLaunched: boolean;
}

/** A window that closes or reloads ends nothing and starts nothing; only a person's own close can kill. */
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
