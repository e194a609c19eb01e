import { readFileSync } from 'node:fs';
import { isErrno } from './isErrno';

/**
 * When a process started, in clock ticks since the start of the system: field 22 of
 * `/proc/<pid>/stat` (man 5 proc).
 * @returns undefined if no such process runs or the system has no `/proc`; empty if the file cannot
 * be read at the moment, for example because this process has too many open files.
 */
export function readStartTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name is in parentheses and may itself contain parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie has ended; its parent has not waited for it yet.
    return 'ZXx'.includes(fields[0] ?? 'X') ? undefined : fields[19];
  } catch (error) {
    return isErrno(error, 'ENOENT', 'ESRCH') ? undefined : '';
  }
}
