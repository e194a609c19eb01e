import { isErrno } from '../../base/isErrno';

/**
 * Whether a file system error means that nothing exists at the path. A link without a target counts
 * as nothing.
 */
export function isGone(error: unknown): boolean {
  return isErrno(error, 'ENOENT', 'ENOTDIR', 'ELOOP');
}
