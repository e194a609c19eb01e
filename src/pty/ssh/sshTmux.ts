import { quoteForShell } from '../shell/quoteForShell';
import { tmuxSetUp } from '../tmux/tmuxOptions';

/** A separate server, not the person's own. */
const FLAGS = ['-u', '-L', 'agent-terminals', '-f', '/dev/null'];

/**
 * Further options of tmux on the remote machine. That tmux draws its screen itself, while for tmux
 * on this machine we draw it. Without an alternate screen, rows that scroll out go to our
 * scrollback. Ended sessions are removed, since the status is in a file.
 */
const OPTIONS = [
  ['-g', 'mouse', 'off'],
  ['-s', 'terminal-overrides', 'xterm*:Tc:smcup@:rmcup@:indn@'],
  ['-wg', 'remain-on-exit', 'off'],
] as const;
/** Rows that tmux keeps above the screen. */
const SCROLLBACK = 10_000;

/** A command line for tmux on the remote machine. `command` is already quoted for the shell. */
export function remoteTmux(command: string): string {
  return `tmux ${FLAGS.join(' ')} ${command}`;
}

/**
 * Starts the session or attaches to it, and runs until it is detached. Other clients are detached.
 * `program` is already quoted for the shell.
 */
export function remoteTmuxStart(name: string, program: string): string {
  return afterSetUp(`new-session -A -D -s ${quoteForShell(name)} -- ${program}`);
}

/** The same for a session that runs. Fails if it has ended. */
export function remoteTmuxAttach(name: string): string {
  return afterSetUp(`attach-session -d -t ${quoteForShell(`=${name}`)}`);
}

function afterSetUp(command: string): string {
  const options = OPTIONS.flatMap((option) => ['set-option', '-q', ...option, ';']);
  const setUp = [...tmuxSetUp(SCROLLBACK), ...options].map(quoteForShell).join(' ');
  return remoteTmux(`${setUp} ${command}`);
}
