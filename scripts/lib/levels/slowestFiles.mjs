// @ts-check
import { relative } from 'node:path';

/** @typedef {{readonly file: string, readonly ms: number}} FileTime */

/** The directory of the bundled tests that run inside VS Code, one file each. */
const BUNDLED = /^\.vscode-test\/build\/integration-[^/]+\/(.*)\.js$/;

/**
 * Lists the test files that took longest, one line each.
 * @param {readonly {level: string, files: readonly FileTime[]}[]} levels
 * @param {{root: string, count: number}} options
 * @returns {readonly string[]}
 */
export function formatSlowestFiles(levels, { root, count }) {
  return levels
    .flatMap(({ level, files }) => files.map(({ file, ms }) => ({ level, file, ms })))
    .sort((one, other) => other.ms - one.ms)
    .slice(0, count)
    .map(
      ({ level, file, ms }) => `${formatSeconds(ms)} ${sourceOf(relative(root, file))} (${level})`,
    );
}

/** @param {number} ms */
export function formatSeconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** @param {string} path from the repository's top directory */
function sourceOf(path) {
  return path.replaceAll('\\', '/').replace(BUNDLED, 'test/integration/$1.ts');
}
