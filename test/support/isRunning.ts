import { isErrno } from '../../src/base/isErrno';

/** Whether a process of this user exists; a zombie does. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Sends a signal to a process that may end at any time. */
export function signalIfRunning(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!isErrno(error, 'ESRCH')) {
      throw error;
    }
  }
}
