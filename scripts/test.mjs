// @ts-check
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { tryChromium } from './lib/vscode/chromium.mjs';
import { LevelOutput } from './lib/levels/levelOutput.mjs';
import { LevelRun } from './lib/levels/levelRun.mjs';
import { AT_ONCE, LEVELS, TOOLS } from './lib/levels/levels.mjs';
import {
  formatCostliestFolders,
  formatSeconds,
  formatSlowestFiles,
} from './lib/levels/slowestFiles.mjs';
import { runAlone } from './lib/levels/runAlone.mjs';
import { BUILD_DIRECTORY, ROOT, TEST_LOCK } from './lib/paths.mjs';
import { printLine } from './lib/printLine.mjs';
import { readSshdObstacle } from './lib/sshdObstacle.mjs';
import { provideSystemTools } from './lib/systemTools.mjs';
import { NOTHING, addTotals, formatTotals, isCi, isFailure } from './lib/levels/totals.mjs';

/** Its name in the list of tools. */
const CHROMIUM = 'Chromium';

/** How many test files, and how many folders of them, the summary names. */
const SLOWEST = 10;

process.exitCode = await runAlone(TEST_LOCK, testAllLevels);

/**
 * Runs every level, regardless of the results of the others, and prints the totals at the end.
 * @returns {Promise<number>} the exit code; a skipped test fails the run on CI
 */
async function testAllLevels() {
  const busyMs = readBusyMs();
  const output = new LevelOutput((text) => process.stdout.write(text));
  const run = new LevelRun(LEVELS, { provideTools, atOnce: AT_ONCE, output });
  const ran = await run.run();
  const { missing } = run;
  const totals = addTotals([
    { ...NOTHING, skipped: missing.length },
    ...ran.map(({ result }) => result.totals),
  ]);
  const failed = isFailure(totals, { isCi: isCi(process.env) });
  summarize(ran, missing);
  printLine(formatCpu(ran, readBusyMs() - busyMs));
  const line = formatTotals(totals);
  await writeFile(join(BUILD_DIRECTORY, 'totals.txt'), `${line}\n`);
  printLine(line);
  return failed ? 1 : 0;
}

/**
 * Prints the failed tests, the slowest files, and the result of each level.
 * @param {readonly import('./lib/levels/levelRun.mjs').RanLevel[]} ran
 * @param {readonly string[]} missing
 */
function summarize(ran, missing) {
  const failures = ran.flatMap(({ name, result }) =>
    result.failures.map((why) => `\n${name}: ${why}`),
  );
  if (failures.length > 0) {
    printLine(`\n=== failed tests\n${failures.join('\n')}`);
  }
  const times = ran.map(({ name, result }) => ({ level: name, files: result.files }));
  const slowest = formatSlowestFiles(times, { root: ROOT, count: SLOWEST });
  printLine(`\n=== slowest test files\n${slowest.join('\n')}`);
  const costliest = formatCostliestFolders(times, { root: ROOT, count: SLOWEST });
  printLine(`\n=== folders whose tests used the most CPU\n${costliest.join('\n')}`);
  const levels = ran.map(describeLevel);
  const missed = missing.map((name) =>
    name === CHROMIUM
      ? 'Chromium is not installed, or does not start: tests that need it are skipped'
      : `${name} is not installed: tests that need it are skipped`,
  );
  const unprivileged =
    process.getuid?.() === 0
      ? []
      : ['not run as root: tests with files of other users or a full disk are skipped'];
  const obstacle = missing.includes('sshd') ? undefined : readSshdObstacle();
  const obstacles = obstacle === undefined ? [] : [obstacle];
  printLine(
    `\n=== all levels\n${[...levels, ...missed, ...obstacles, ...unprivileged].join('\n')}`,
  );
}

/**
 * @param {import('./lib/levels/levelRun.mjs').RanLevel} level
 * @returns {string} one line
 */
function describeLevel({ name, result, ms, missingTools }) {
  if (missingTools.length > 0) {
    return `${name}: not run without ${missingTools.join(', ')}`;
  }
  const took = `${formatSeconds(ms)}, ${formatSeconds(result.cpuMs)} of CPU`;
  return name === TOOLS
    ? `${name}: ${formatSeconds(ms)}`
    : `${name}: ${formatTotals(result.totals)} (${took})`;
}

/**
 * The CPU of all levels, user and system. A process that outlives its parent is missing in it, such as a session host
 * and parts of a VS Code that was killed; the whole machine's contains it, and all else that runs there.
 * @param {readonly import('./lib/levels/levelRun.mjs').RanLevel[]} ran
 * @param {number} busyMs of the whole machine
 */
function formatCpu(ran, busyMs) {
  const own = ran.reduce((sum, { result }) => sum + result.cpuMs, 0);
  return `CPU: ${formatSeconds(own)}; of the whole machine ${formatSeconds(busyMs)}`;
}

/** How long the cores of this machine have been busy since its start. */
function readBusyMs() {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys, 0);
}

/** @returns {Promise<readonly string[]>} the tools that are still missing or cannot be started */
async function provideTools() {
  const missing = (await provideSystemTools()).filter((name) => name !== CHROMIUM);
  try {
    await tryChromium();
    return missing;
  } catch (error) {
    printLine(String(error));
    return [...missing, CHROMIUM];
  }
}
