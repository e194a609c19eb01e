import type { RunCommand } from '../process/command';

/** The oldest tmux that keeps colours and reports the end of programs as required. */
export const OLDEST_TMUX = '3.2';

const VERSION_LIMIT_MS = 3_000;
const VERSION_BYTES = 64 * 1024;

/**
 * Whether a tmux with this output of `tmux -V` is new enough. A version without a number counts as
 * new.
 */
export function isTmuxNewEnough(output: string): boolean {
  const [, major, minor] = /^tmux (?:next-)?(\d+)\.(\d+)/.exec(output.trim()) ?? [];
  if (major === undefined || minor === undefined) {
    return output.startsWith('tmux ');
  }
  const [oldestMajor, oldestMinor] = OLDEST_TMUX.split('.').map(Number);
  return (
    Number(major) > Number(oldestMajor) ||
    (Number(major) === Number(oldestMajor) && Number(minor) >= Number(oldestMinor))
  );
}

/** The output of `tmux -V`; if it cannot be run, the end of a sentence with the reason. */
export async function queryTmuxVersion(run: RunCommand, file: string): Promise<string> {
  const limits = { timeoutMs: VERSION_LIMIT_MS, maxOutputBytes: VERSION_BYTES };
  const result = await run({ file, args: ['-V'], ...limits });
  return result.kind === 'done' ? result.stdout.trim() : result.reason;
}
