import { quoteForShell } from './quoteForShell';

/** Our own server there, apart from the person's. */
const FLAGS = ['-u', '-L', 'agent-terminals', '-f', '/dev/null'];

/**
 * What makes tmux a terminal and nothing else, whatever the person's configuration is: no status line, no
 * key of its own, true colour. Without an alternate screen what scrolls out of sight goes to the rows
 * above the screen. Set anew with each start; what an older tmux does not know is no fault of its.
 */
const OPTIONS = [
  ['-g', 'status', 'off'],
  ['-g', 'prefix', 'None'],
  ['-g', 'prefix2', 'None'],
  ['-g', 'mouse', 'off'],
  ['-g', 'set-titles', 'on'],
  ['-g', 'set-titles-string', '#T'],
  ['-g', 'history-limit', '10000'],
  ['-g', 'destroy-unattached', 'off'],
  ['-s', 'escape-time', '0'],
  ['-s', 'focus-events', 'on'],
  ['-s', 'terminal-overrides', 'xterm*:Tc:smcup@:rmcup@:indn@'],
  ['-wg', 'window-size', 'latest'],
  ['-wg', 'allow-passthrough', 'on'],
] as const;

/** The name of a session's tmux session on the far side. PTY ids hold nothing that tmux changes in names. */
export function farTmuxName(ptyId: string): string {
  return `agent-terminals-${ptyId}`;
}

/** A command line for tmux on the far side; `command` is ready for the shell. */
export function farTmux(command: string): string {
  return `tmux ${FLAGS.join(' ')} ${command}`;
}

/**
 * Begins the session, or goes back to it, and stays until it is left; others who show it leave it.
 * `program` is ready for the shell.
 */
export function farTmuxStart(name: string, program: string): string {
  const options = OPTIONS.flatMap((option) => ['set-option', '-q', ...option, ';']);
  const setUp = [...options, 'unbind-key', '-aqT', 'root', ';'].map(quoteForShell).join(' ');
  return farTmux(`${setUp} new-session -A -D -s ${quoteForShell(name)} -- ${program}`);
}
