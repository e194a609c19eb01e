// @ts-check
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The first of these programs that is on the PATH, as an absolute path.
 * @param {readonly string[]} names
 * @returns {string | undefined}
 */
export function findOnPath(names) {
  const directories = (process.env['PATH'] ?? '').split(delimiter).filter((part) => part !== '');
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  return names
    .flatMap((name) => directories.flatMap((dir) => endings.map((end) => join(dir, name + end))))
    .find(isExecutable);
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    // Missing, or not executable for this user: try the next one.
    return false;
  }
}
