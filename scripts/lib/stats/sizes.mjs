// @ts-check
import { countLines, folderOf } from './sources.mjs';

/** @typedef {import('./sources.mjs').SourceText} SourceText */
/** @typedef {{name: string, files: number, lines: number}} Size */
/** @typedef {{files: number, lines: number, rooms: Size[]}} TreeSize */

/** Files with fewer lines count as short. */
export const SHORT_FILE_LINES = 30;

/** The name under which files directly in the tree's folder are listed. */
const NO_ROOM = '(top)';

/**
 * Files and lines of one tree, in total and by room: by the folders `depth` levels below it.
 * @param {readonly SourceText[]} sources
 * @param {string} tree such as "src"
 * @param {number} depth 2 where rooms are in folders of levels, as in "test"
 * @returns {TreeSize}
 */
export function measureTree(sources, tree, depth = 1) {
  const own = sources.filter(({ path }) => path.startsWith(`${tree}/`));
  const roomOf = (/** @type {SourceText} */ { path }) => {
    const folders = path.split('/').slice(1, -1);
    return folders.slice(0, depth).join('/') || NO_ROOM;
  };
  const rooms = [...groupBy(own, roomOf)]
    .map(([name, files]) => ({ name, files: files.length, lines: sumLines(files) }))
    .sort((one, other) => other.lines - one.lines);
  return { files: own.length, lines: sumLines(own), rooms };
}

/**
 * The folders with the most files directly in them.
 * @param {readonly SourceText[]} sources
 * @param {number} count of folders
 */
export function findLargestFolders(sources, count) {
  return [...groupBy(sources, ({ path }) => folderOf(path))]
    .map(([path, files]) => ({ path, files: files.length }))
    .sort((one, other) => other.files - one.files)
    .slice(0, count);
}

/** @param {readonly SourceText[]} sources */
export function countShortFiles(sources) {
  return sources.filter(({ text }) => countLines(text) < SHORT_FILE_LINES).length;
}

/** @param {readonly SourceText[]} sources */
export function sumLines(sources) {
  return sources.reduce((sum, { text }) => sum + countLines(text), 0);
}

/**
 * @template T
 * @param {readonly T[]} items
 * @param {(item: T) => string} keyOf
 * @returns {Map<string, T[]>} in the order in which the keys first occur
 */
export function groupBy(items, keyOf) {
  /** @type {Map<string, T[]>} */
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) {
      group.push(item);
    } else {
      groups.set(key, [item]);
    }
  }
  return groups;
}
