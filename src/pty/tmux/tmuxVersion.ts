/** The oldest tmux that keeps colours and reports the end of programs as required. */
export const OLDEST_TMUX = '3.2';

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
