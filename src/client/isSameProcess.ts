import { readFileSync } from 'node:fs';

/**
 * Whether the process is there and is the one that was started at `startTime`. Where the system
 * does not show at once when a process was started, its being there has to do.
 */
export function isSameProcess(process: {
  readonly pid: number;
  readonly startTime: string | undefined;
}): boolean {
  if (!isAlive(process.pid)) {
    return false;
  }
  const startTime = readStartTime(process.pid);
  const isKnown = startTime !== undefined && /^\d+$/.test(process.startTime ?? '');
  return !isKnown || startTime === process.startTime;
}

/** One of another user is alive, too. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** In ticks since the system's start: field 22 of `/proc/<pid>/stat` (man 5 proc). */
function readStartTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in parentheses and may contain some itself.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
