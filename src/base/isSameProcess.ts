import { isAlive } from './isAlive';
import { readStartTime } from './readStartTime';

/**
 * Whether the process is there and is the one that was started at `startTime`. Where the system
 * does not show at once when a process was started, its being there has to do: to take one that
 * lives for dead costs more than the other way round.
 */
export function isSameProcess(process: {
  readonly pid: number;
  readonly startTime: string | undefined;
}): boolean {
  if (!isAlive(process.pid)) {
    return false;
  }
  const isKnown = /^\d+$/.test(process.startTime ?? '');
  if (!isKnown) {
    return true;
  }
  const now = readStartTime(process.pid);
  return now === '' || now === process.startTime;
}
