import type { ProgramSpec, PtyExit } from '../ptyProcess';
import type { SessionInfo } from '../sessionService';
import { TMUX_LOST_SIGNAL } from '../tmux/tmuxScripts';
import { moveTo } from './sessionState';

/** Returns the info of a session after the exit of its program, which nothing follows. */
export function endedSessionInfo(
  info: SessionInfo,
  { tmux }: ProgramSpec,
  exit: PtyExit,
): SessionInfo {
  const { exitCode = null, signal: exitSignal = null } = exit;
  const state = moveTo(info.state, 'terminated');
  const isTmuxLost = tmux !== undefined && exitSignal === TMUX_LOST_SIGNAL;
  const isLost = !info.isKilled && (isTmuxLost || exit.continuesRemotely === true);
  return { ...info, state, pid: null, exitCode, exitSignal, isLost };
}

/** A line for the log. */
export function describeEnd({ id, exitCode, exitSignal }: SessionInfo): string {
  return `Session ${id} ended ${exitSignal ? `by ${exitSignal}` : `with code ${exitCode}`}.`;
}
