import { quoteForShell } from '../shell/quoteForShell';
import type { RunCommand } from '../process/runCommand';
import { tmuxFlags, type TmuxLine } from './tmuxLine';

/** A server answers in milliseconds; one that hangs must not hold up an end. */
const TMUX_LIMIT_MS = 2_000;
const TMUX_OUTPUT_BYTES = 4 * 1024 * 1024;

/** What comes of a command for a session's tmux server. */
export type TmuxAnswer =
  | { readonly kind: 'told'; readonly output: string }
  /** There is no such server, or no such session. */
  | { readonly kind: 'gone' }
  /** Nobody can tell: tmux hangs, could not be started, or is not of its server's version. */
  | { readonly kind: 'unknown' };

/**
 * How the messages of tmux's client begin and end where there is no such server, or no such session
 * (`client.c`, `cmd-find.c`; 3.2 to 3.7). It exits with 1 after each.
 */
const GONE = [
  ['no server running on ', ''],
  ["can't find ", ''],
  ['error connecting to ', '(No such file or directory)'],
] as const;

/**
 * The message of tmux's client where its connection was closed unanswered (`client.c`; "lost server" until
 * 3.0): by a server that ends or has died, but also by one of another version, in which the session goes
 * on (imsg of tmux 3.6 and of older ones differ). Whether its process runs tells the two apart.
 */
export const TMUX_CLOSED = 'server exited unexpectedly';

/** The same as patterns of a shell's `case`. */
export const GONE_PATTERNS = GONE.map(([begin, end]) =>
  [quoteForShell(begin), '*', end && quoteForShell(end)].join(''),
).join(' | ');

/** Runs a command of a session's tmux server. Never rejects. */
export async function runTmux(
  run: RunCommand,
  { place, name }: Pick<TmuxLine, 'name' | 'place'>,
  args: readonly string[],
): Promise<TmuxAnswer> {
  const result = await run({
    file: place.file,
    args: [...tmuxFlags(place, name), ...args],
    env: place.env,
    timeoutMs: TMUX_LIMIT_MS,
    maxOutputBytes: TMUX_OUTPUT_BYTES,
  });
  if (result.kind === 'failed') {
    return { kind: 'unknown' };
  }
  return result.code === 0
    ? { kind: 'told', output: result.stdout }
    : { kind: isGone(result.stderr.trim()) ? 'gone' : 'unknown' };
}

function isGone(said: string): boolean {
  return GONE.some(([begin, end]) => said.startsWith(begin) && said.endsWith(end));
}
