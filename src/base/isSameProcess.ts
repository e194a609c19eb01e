import { isAlive } from './isAlive';
import { readStartTime } from './readStartTime';

/**
 * Whether the process still runs and is the one that started at `startTime`. If the start time is
 * not available on this system or at the moment, any running process with this id counts: treating
 * a live process as dead costs more than the opposite.
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
