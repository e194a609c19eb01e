import { quoteForShell } from '../shell/quoteForShell';
import type { RunCommand } from '../process/command';
import { tmuxFlags, type TmuxLine } from './tmuxLine';

/** A server answers in milliseconds. One that hangs must not delay the end of a session. */
const TMUX_LIMIT_MS = 2_000;
const TMUX_OUTPUT_BYTES = 4 * 1024 * 1024;

/** The result of a command for a session's tmux server. */
export type TmuxAnswer =
  | { readonly kind: 'answered'; readonly output: string }
  /** The server or the session does not exist. */
  | { readonly kind: 'gone' }
  /** Unknown: tmux hangs, could not be started, or has another version than the server. */
  | { readonly kind: 'unknown' };

/**
 * How the messages of a tmux client begin and end if the server or session does not exist
 * (`client.c`, `cmd-find.c`; 3.2 to 3.7). The exit code is 1 in each case.
 */
const GONE = [
  ['no server running on ', ''],
  ["can't find ", ''],
  ['error connecting to ', '(No such file or directory)'],
] as const;

/**
 * The message of a tmux client whose connection was closed without an answer (`client.c`; "lost
 * server" until 3.0). The server ends or has died, or it has another version and the session
 * continues (imsg of tmux 3.6 and of older ones differ). Whether the server's process runs
 * distinguishes the cases.
 */
export const TMUX_CLOSED = 'server exited unexpectedly';

/** The same messages as patterns of a shell's `case`. */
export const GONE_PATTERNS = GONE.map(([begin, end]) =>
  [quoteForShell(begin), '*', end && quoteForShell(end)].join(''),
).join(' | ');

/** Runs a command on a session's tmux server. Never rejects. */
export async function runTmux(
  run: RunCommand,
  { server, name }: Pick<TmuxLine, 'name' | 'server'>,
  args: readonly string[],
): Promise<TmuxAnswer> {
  const result = await run({
    file: server.file,
    args: [...tmuxFlags(server, name), ...args],
    env: server.env,
    timeoutMs: TMUX_LIMIT_MS,
    maxOutputBytes: TMUX_OUTPUT_BYTES,
  });
  if (result.kind === 'failed') {
    return { kind: 'unknown' };
  }
  return result.code === 0
    ? { kind: 'answered', output: result.stdout }
    : { kind: isGone(result.stderr.trim()) ? 'gone' : 'unknown' };
}

function isGone(message: string): boolean {
  return GONE.some(([begin, end]) => message.startsWith(begin) && message.endsWith(end));
}
