import { readFileSync } from 'node:fs';
import { isErrno } from './isErrno';
import { parseProcStat } from './procStat';

/**
 * When a process started, in clock ticks since the start of the system: field 22 of
 * `/proc/<pid>/stat` (man 5 proc).
 * @returns undefined if no such process runs or the system has no `/proc`; empty if the file cannot
 * be read at the moment, for example because this process has too many open files.
 */
export function readStartTime(pid: number): string | undefined {
  try {
    return parseProcStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.startTime;
  } catch (error) {
    return isErrno(error, 'ENOENT', 'ESRCH') ? undefined : '';
  }
}
