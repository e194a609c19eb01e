/**
 * A script for sh that may empty its own file: the shell reads a compound command to its end before
 * it runs it. A file that is only removed stays open in that shell, where other programs can read it
 * (`/proc/PID/fd`).
 */
export function asOneCommand(lines: readonly string[]): string {
  return ['{', ...lines, '}', ''].join('\n');
}
