/** The oldest tmux that keeps colours, and tells how programs ended, as we need it. */
export const OLDEST_TMUX = '3.2';

/** Whether a tmux that says this of itself (`tmux -V`) will do; one that tells no number is new. */
export function isTmuxNewEnough(said: string): boolean {
  const [, major, minor] = /^tmux (?:next-)?(\d+)\.(\d+)/.exec(said.trim()) ?? [];
  if (major === undefined || minor === undefined) {
    return said.startsWith('tmux ');
  }
  const [oldestMajor, oldestMinor] = OLDEST_TMUX.split('.').map(Number);
  return (
    Number(major) > Number(oldestMajor) ||
    (Number(major) === Number(oldestMajor) && Number(minor) >= Number(oldestMinor))
  );
}
