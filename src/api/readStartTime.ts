import { readFile } from 'node:fs/promises';

/**
 * When a process was started, in ticks since the system's start: field 22 of `/proc/<pid>/stat`
 * (man 5 proc). Undefined where there is no such process, or the system does not show it.
 */
export async function readStartTime(pid: number): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name stands in parentheses and may contain some itself.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
