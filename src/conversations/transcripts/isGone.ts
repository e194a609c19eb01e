import { isErrno } from '../../base/isErrno';

/** Whether an error of the file system says that nothing is there; a link that leads nowhere is nothing as well. */
export function isGone(error: unknown): boolean {
  return isErrno(error, 'ENOENT', 'ENOTDIR', 'ELOOP');
}
