// @ts-check
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findDesktopCode } from './desktopCode.mjs';

/**
 * Paths from the directory of the command `code`, with links resolved, to the program that it
 * starts: on Linux, Windows and macOS.
 */
const PROGRAMS = ['../code', '../Code.exe', '../../../../MacOS/Electron', '../../../../MacOS/Code'];

/**
 * The program that the command `code` starts, for tests that need its exit code.
 * @returns {string | undefined}
 */
export function findDesktopExecutable() {
  const code = findDesktopCode();
  if (code === undefined) {
    return undefined;
  }
  const directory = dirname(realpathSync(code));
  return PROGRAMS.map((path) => join(directory, path)).find((file) => existsSync(file));
}
