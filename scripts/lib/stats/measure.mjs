// @ts-check
import { findWideClasses } from './dependencies.mjs';
import { measureFunctions } from './functionLengths.mjs';
import { findImportCycles } from './importCycles.mjs';
import { findRepeatedBlocks } from './repeatedBlocks.mjs';
import { countShortFiles, findLargestFolders, measureTree } from './sizes.mjs';
import { parseSources } from './sources.mjs';
import { findUnusedExports } from './unusedExports.mjs';
import { measureWiring } from './wiring.mjs';

const LISTED_FOLDERS = 5;
const LISTED_BLOCKS = 5;

/** @typedef {ReturnType<typeof measure>} Stats */

/**
 * The measures of a checkout. All but the size of `test` are those of `src`.
 * @param {readonly import('./sources.mjs').SourceText[]} sources of `READ_FOLDERS`
 */
export function measure(sources) {
  const product = sources.filter(({ path }) => path.startsWith('src/'));
  const files = parseSources(product);
  const blocks = findRepeatedBlocks(files);
  return {
    src: measureTree(sources, 'src'),
    test: measureTree(sources, 'test', 2),
    largestFolders: findLargestFolders(product, LISTED_FOLDERS),
    shortFiles: countShortFiles(product),
    functions: measureFunctions(files),
    wiring: measureWiring(files),
    wideClasses: findWideClasses(files),
    importCycles: findImportCycles(files),
    unusedExports: findUnusedExports(parseSources(sources)),
    repeatedBlocks: { count: blocks.length, largest: blocks.slice(0, LISTED_BLOCKS) },
  };
}
