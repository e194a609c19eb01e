import { SessionError } from '../../base/errors';
import type { TmuxSession } from './tmuxSessions';

/** Why a process without a window does nothing with a session in tmux: it holds no terminal for tmux. */
export function describeTmuxOnly(id: string): string {
  return `Session ${id} runs in tmux, which only a window can drive: open its folder in VS Code.`;
}

/**
 * Throws if the session runs in tmux: a second program would continue the same conversation.
 * @throws {SessionError} `SESSION_EXISTS`.
 */
export function requireNotInTmux(id: string, sessions: readonly TmuxSession[]): void {
  if (sessions.some(({ hasEnded, spec }) => spec.id === id && !hasEnded)) {
    throw new SessionError('SESSION_EXISTS', describeTmuxOnly(id));
  }
}
