import { quoteForShell } from './quoteForShell';
import type { RunCommand } from './runCommand';
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

/** How tmux's words begin and end where there is no such server, or no such session. */
const GONE = [
  ['no server running on ', ''],
  ["can't find ", ''],
  ['error connecting to ', '(No such file or directory)'],
] as const;

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
