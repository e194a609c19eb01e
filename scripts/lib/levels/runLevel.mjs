// @ts-check
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BUILD_DIRECTORY, NODE_24, ROOT } from '../paths.mjs';
import { runToExit } from '../runProgram.mjs';
import { NOTHING, judgeLevel } from './totals.mjs';

/** Ends a level that hangs; beside other work on two cores a level can take half an hour. */
const LEVEL_TIMEOUT_MS = 60 * 60_000;

/**
 * @typedef {object} LevelResult
 * @property {import('./totals.mjs').Totals} totals
 * @property {readonly string[]} failures each failed test with its error
 * @property {readonly import('./slowestFiles.mjs').FileTime[]} files the time of each test file
 */

/**
 * Runs one level to its end.
 * @param {import('./levels.mjs').Level} level
 * @param {object} run
 * @param {NodeJS.ProcessEnv} run.env
 * @param {(text: string) => void} run.onOutput receives the output of the level as it is printed
 * @returns {Promise<LevelResult>}
 */
export async function runLevel(level, { env, onOutput }) {
  // Other levels, and other runs, use the same directory.
  const name = `level-totals-${process.pid}-${level.name.replaceAll(/\W+/g, '-')}.json`;
  const file = join(BUILD_DIRECTORY, name);
  await rm(file, { force: true });
  const options = { cwd: ROOT, env: { ...env, AGENT_TERMINALS_TOTALS: file }, onOutput };
  const code = await runToExit(NODE_24, level.args, { ...options, timeoutMs: LEVEL_TIMEOUT_MS })
    .then((exit) => exit.code)
    .catch((/** @type {unknown} */ error) => onOutput(`${String(error)}\n`));
  if (level.kind === 'check') {
    const totals = judgeLevel({ ...NOTHING, passed: code === 0 ? 1 : 0 }, code === 0);
    return { totals, failures: [], files: [] };
  }
  const left = existsSync(file) ? await readResult(file) : undefined;
  await rm(file, { force: true });
  const { failures = [], files = [] } = left ?? {};
  return { totals: judgeLevel(left?.totals, code === 0), failures, files };
}

/**
 * @param {string} file
 * @returns {Promise<LevelResult>}
 */
async function readResult(file) {
  return JSON.parse(await readFile(file, 'utf8'));
}
