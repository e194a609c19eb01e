// @ts-check
import { minimatch } from 'minimatch';
import ts from 'typescript';
import { countLines, forEachNode, pathOf } from './sources.mjs';

/** The files of the composition: they create the parts of the product and pass them to one another. */
export const WIRING = ['src/core*.ts', 'src/window.ts', 'src/main/**'];

/** @typedef {{files: number, lines: number, spreads: number}} Wiring */

/**
 * The size of the composition, and its spread assignments (`{ ...bag }`): each hides which parts
 * are passed on.
 * @param {readonly ts.SourceFile[]} files
 * @returns {Wiring}
 */
export function measureWiring(files) {
  const wiring = files.filter((file) => WIRING.some((glob) => minimatch(pathOf(file), glob)));
  return {
    files: wiring.length,
    lines: wiring.reduce((sum, { text }) => sum + countLines(text), 0),
    spreads: wiring.reduce((sum, file) => sum + countSpreads(file), 0),
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
