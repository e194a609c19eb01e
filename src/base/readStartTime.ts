import { readFileSync } from 'node:fs';
import { isErrno } from './isErrno';

/**
 * When a process was started, in ticks since the system's start: field 22 of `/proc/<pid>/stat`
 * (man 5 proc). Undefined where no such process runs, or the system never shows it; empty where it
 * does not show it now, for this process has too many open files, say.
 */
export function readStartTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in parentheses and may contain some itself.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // One that has ended and whose parent has not asked how is no process any more.
    return 'ZXx'.includes(fields[0] ?? 'X') ? undefined : fields[19];
  } catch (error) {
    return isErrno(error, 'ENOENT', 'ESRCH') ? undefined : '';
  }
}
