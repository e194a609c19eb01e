// @ts-check
import { relative } from 'node:path';

/** @typedef {{readonly file: string, readonly ms: number, readonly cpuMs: number}} FileTime */
/** @typedef {{level: string, files: readonly FileTime[]}} LevelTimes */
/** @typedef {{root: string, count: number}} Shown the repository's top directory, and how many are listed */

/** The directory of the bundled tests that run inside VS Code, one file each. */
const BUNDLED = /^\.vscode-test\/build\/integration-[^/]+\/(.*)\.js$/;

/**
 * Lists the test files that took longest, one line each.
 * @param {readonly LevelTimes[]} levels
 * @param {Shown} shown
 * @returns {readonly string[]}
 */
export function formatSlowestFiles(levels, { root, count }) {
  return levels
    .flatMap(({ level, files }) => files.map((file) => ({ level, ...file })))
    .sort((one, other) => other.ms - one.ms)
    .slice(0, count)
    .map(
      ({ level, file, ms }) => `${formatSeconds(ms)} ${sourceOf(relative(root, file))} (${level})`,
    );
}

/**
 * Lists the folders of a level whose tests used the most CPU, one line each.
 * @param {readonly LevelTimes[]} levels
 * @param {Shown} shown
 * @returns {readonly string[]}
 */
export function formatCostliestFolders(levels, { root, count }) {
  /** @type {Map<string, number>} */
  const folders = new Map();
  for (const { file, cpuMs } of levels.flatMap(({ files }) => files)) {
    const names = sourceOf(relative(root, file)).split('/').slice(0, -1);
    const folder = names.slice(0, 3).join('/');
    folders.set(folder, (folders.get(folder) ?? 0) + cpuMs);
  }
  return [...folders]
    .sort(([, one], [, other]) => other - one)
    .slice(0, count)
    .map(([folder, cpuMs]) => `${formatSeconds(cpuMs)} ${folder}`);
}

/** @param {number} ms */
export function formatSeconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** @param {string} path from the repository's top directory */
function sourceOf(path) {
  return path.replaceAll('\\', '/').replace(BUNDLED, 'test/integration/$1.ts');
}
