// @ts-check
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { haveTheLastWord } from './lib/lastWord.mjs';
import { LEVELS } from './lib/levels.mjs';
import { BUILD_DIRECTORY } from './lib/paths.mjs';
import { runLevel } from './lib/runLevel.mjs';
import { say } from './lib/say.mjs';
import { provideSystemTools } from './lib/systemTools.mjs';
import { NOTHING, addTotals, formatTotals } from './lib/totals.mjs';

process.exitCode = await testAllLevels();

/**
 * Runs every level, whatever became of the one before, and closes with the totals.
 * @returns {Promise<number>} the exit code; a skipped test fails the run on CI
 */
async function testAllLevels() {
  await mkdir(BUILD_DIRECTORY, { recursive: true });
  const missing = await provideSystemTools();
  const summary = [];
  const results = [{ ...NOTHING, skipped: missing.length }];
  for (const level of LEVELS) {
    say(`\n=== ${level.name}`);
    const totals = await runLevel(level);
    results.push(totals);
    summary.push(`${level.name}: ${formatTotals(totals)}`);
  }
  const totals = addTotals(results);
  const failed = totals.failed > 0 || (process.env['CI'] === 'true' && totals.skipped > 0);
  const missed = missing.map((name) => `${name} is not installed: its tests are skipped`);
  say(`\n=== all levels\n${[...summary, ...missed].join('\n')}`);
  await conclude(formatTotals(totals), failed);
  return failed ? 1 : 0;
}

/**
 * Says the last line, also for those who must say it again after npm.
 * @param {string} line
 * @param {boolean} failed
 */
async function conclude(line, failed) {
  await writeFile(join(BUILD_DIRECTORY, 'totals.txt'), `${line}\n`);
  if (failed) {
    haveTheLastWord(line);
  }
  say(line);
}
