// @ts-check
import { minimatch } from 'minimatch';
import ts from 'typescript';
import { countLines, forEachNode, pathOf } from './sources.mjs';

/** The files of the composition: they create the rooms' parts and pass them to one another. */
export const MAIN = ['src/core*.ts', 'src/window.ts', 'src/main/**'];

/** The files of rooms that create the room's parts, from what `MAIN` passes to them. */
export const ROOM_CREATORS = ['src/*/**/create*.ts', 'src/commands/**/add*Commands.ts'];

/** Files with such names that create files on disk, not parts of the program. */
export const NO_CREATORS = ['src/commands/tasks/createTask.ts', 'src/worktrees/create/**'];

/** @typedef {{files: number, lines: number, spreads: number}} Wiring */

/**
 * The size of the composition, in `MAIN` and in the rooms, and its spread assignments
 * (`{ ...bag }`): each hides which parts are passed on.
 * @param {readonly ts.SourceFile[]} files
 * @returns {{main: Wiring, rooms: Wiring}}
 */
export function measureWiring(files) {
  const isMain = (/** @type {ts.SourceFile} */ file) => isAmong(file, MAIN);
  const isCreator = (/** @type {ts.SourceFile} */ file) =>
    !isMain(file) && isAmong(file, ROOM_CREATORS) && !isAmong(file, NO_CREATORS);
  return { main: add(files.filter(isMain)), rooms: add(files.filter(isCreator)) };
}

/**
 * @param {ts.SourceFile} file
 * @param {readonly string[]} globs
 */
function isAmong(file, globs) {
  return globs.some((glob) => minimatch(pathOf(file), glob));
}

/**
 * @param {readonly ts.SourceFile[]} files
 * @returns {Wiring}
 */
function add(files) {
  return {
    files: files.length,
    lines: files.reduce((sum, { text }) => sum + countLines(text), 0),
    spreads: files.reduce((sum, file) => sum + countSpreads(file), 0),
  };
}

/** @param {ts.SourceFile} file */
function countSpreads(file) {
  let count = 0;
  forEachNode(file, (node) => {
    count += ts.isSpreadAssignment(node) ? 1 : 0;
  });
  return count;
}
