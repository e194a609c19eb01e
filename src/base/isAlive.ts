import { isErrno } from './isErrno';

/** Whether a process with that pid exists. One of another user, which cannot be signalled, does. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isErrno(error, 'EPERM');
  }
}
