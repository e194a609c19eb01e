import { quoteForShell } from '../shell/quoteForShell';
import { tmuxSetUp } from '../tmux/tmuxOptions';

/** Our own server there, apart from the person's. */
const FLAGS = ['-u', '-L', 'agent-terminals', '-f', '/dev/null'];

/**
 * What differs from tmux on this machine, where we draw what it keeps: there it draws itself. Without an
 * alternate screen what scrolls out of sight goes to the rows above our screen, and what has ended is
 * gone, for its status is in a file.
 */
const OPTIONS = [
  ['-g', 'mouse', 'off'],
  ['-s', 'terminal-overrides', 'xterm*:Tc:smcup@:rmcup@:indn@'],
  ['-wg', 'remain-on-exit', 'off'],
] as const;
/** Rows that tmux keeps above the screen. */
const SCROLLBACK = 10_000;

/** A command line for tmux on the remote machine; `command` is ready for the shell. */
export function remoteTmux(command: string): string {
  return `tmux ${FLAGS.join(' ')} ${command}`;
}

/**
 * Begins the session, or goes back to it, and stays until it is left; others who show it leave it.
 * `program` is ready for the shell.
 */
export function remoteTmuxStart(name: string, program: string): string {
  const options = OPTIONS.flatMap((option) => ['set-option', '-q', ...option, ';']);
  const setUp = [...tmuxSetUp(SCROLLBACK), ...options].map(quoteForShell).join(' ');
  return remoteTmux(`${setUp} new-session -A -D -s ${quoteForShell(name)} -- ${program}`);
}
