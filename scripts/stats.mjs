// @ts-check
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT } from './lib/paths.mjs';
import { printLine } from './lib/printLine.mjs';
import { formatStats } from './lib/stats/formatStats.mjs';
import { measure } from './lib/stats/measure.mjs';
import { READ_FOLDERS, readSources } from './lib/stats/sources.mjs';
import { STATS_USAGE, parseStatsOptions } from './lib/stats/statsOptions.mjs';

process.exitCode = await main();

/**
 * Measures the size and shape of a checkout's code, so that two versions can be compared.
 * @returns {Promise<number>} the exit code
 */
async function main() {
  const options = parseStatsOptions(process.argv.slice(2));
  if (options.kind === 'help') {
    printLine(STATS_USAGE);
    return 0;
  }
  const root = resolve((options.kind === 'measure' && options.root) || ROOT);
  const problem = options.kind === 'wrong' ? options.problem : findProblem(root);
  if (options.kind === 'wrong' || problem !== undefined) {
    printLine(`${problem}\n${STATS_USAGE}`);
    return 2;
  }
  const stats = measure(await readSources(root));
  printLine(options.json ? JSON.stringify(stats, undefined, 2) : formatStats(stats));
  return 0;
}

/** @param {string} root */
function findProblem(root) {
  const missing = READ_FOLDERS.find((folder) => !existsSync(join(root, folder)));
  return missing === undefined ? undefined : `There is no folder ${join(root, missing)}.`;
}
