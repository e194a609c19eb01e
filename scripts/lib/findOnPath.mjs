// @ts-check
import which from 'which';

/**
 * The first of these programs that is on the PATH, as an absolute path.
 * @param {readonly string[]} names
 * @returns {string | undefined}
 */
export function findOnPath(names) {
  return names.flatMap((name) => which.sync(name, { nothrow: true }) ?? [])[0];
}
