// @ts-check
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { resolveChromium } from './lib/vscode/chromium.mjs';
import { haveTheLastWord } from './lib/levels/lastWord.mjs';
import { LEVELS } from './lib/levels/levels.mjs';
import { BUILD_DIRECTORY } from './lib/paths.mjs';
import { runLevel } from './lib/levels/runLevel.mjs';
import { say } from './lib/say.mjs';
import { provideSystemTools } from './lib/systemTools.mjs';
import { NOTHING, addTotals, formatTotals, isCi, isFailure } from './lib/levels/totals.mjs';

/** @type {import('./lib/levels/runLevel.mjs').LevelResult} */
const NOT_RUN = { totals: NOTHING, failures: [] };

process.exitCode = await testAllLevels();

/**
 * Runs every level, whatever became of the one before, and closes with the totals.
 * @returns {Promise<number>} the exit code; a skipped test fails the run on CI
 */
async function testAllLevels() {
  await mkdir(BUILD_DIRECTORY, { recursive: true });
  const missing = await findMissingTools();
  const summary = [];
  const failures = [];
  const results = [{ ...NOTHING, skipped: missing.length }];
  for (const level of LEVELS) {
    const wants = level.needs.filter((name) => missing.includes(name));
    say(`\n=== ${level.name}`);
    const result = wants.length > 0 ? NOT_RUN : await runLevel(level);
    const { totals } = result;
    results.push(totals);
    failures.push(...result.failures.map((failure) => `\n${level.name}: ${failure}`));
    const became = wants.length > 0 ? `not run without ${wants.join(', ')}` : formatTotals(totals);
    summary.push(`${level.name}: ${became}`);
  }
  const totals = addTotals(results);
  const failed = isFailure(totals, { isCi: isCi(process.env) });
  const missed = missing.map((name) => `${name} is not installed: what needs it is skipped`);
  if (failures.length > 0) {
    say(`\n=== failed tests\n${failures.join('\n')}`);
  }
  say(`\n=== all levels\n${[...summary, ...missed].join('\n')}`);
  await conclude(formatTotals(totals), failed);
  return failed ? 1 : 0;
}

/** @returns {Promise<readonly string[]>} the names of what neither the system nor Playwright brings */
async function findMissingTools() {
  const missing = await provideSystemTools();
  if (!missing.includes('Chromium')) {
    return missing;
  }
  try {
    await resolveChromium();
    return missing.filter((name) => name !== 'Chromium');
  } catch (error) {
    say(String(error));
    return missing;
  }
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
