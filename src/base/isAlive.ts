import { isErrno } from './isErrno';

/**
 * Whether a process with this id exists. A process of another user also counts, although it cannot
 * be signalled.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isErrno(error, 'EPERM');
  }
}
