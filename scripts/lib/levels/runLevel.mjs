// @ts-check
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BUILD_DIRECTORY, NODE_24, ROOT } from '../paths.mjs';
import { runToExit } from '../runProgram.mjs';
import { say } from '../say.mjs';
import { NOTHING, judgeLevel } from './totals.mjs';

/** Ends a level that hangs; beside other work on two cores a level can take half an hour. */
const LEVEL_TIMEOUT_MS = 60 * 60_000;

/**
 * @typedef {object} LevelResult
 * @property {import('./totals.mjs').Totals} totals
 * @property {readonly string[]} failures each failed test with its error
 */

/**
 * Runs one level with its output passed on as it comes.
 * @param {import('./levels.mjs').Level} level
 * @returns {Promise<LevelResult>}
 */
export async function runLevel(level) {
  // Another run may use the same directory.
  const file = join(BUILD_DIRECTORY, `level-totals-${process.pid}.json`);
  await rm(file, { force: true });
  const env = { ...process.env, AGENT_TERMINALS_TOTALS: file };
  const options = { cwd: ROOT, env, live: true, timeoutMs: LEVEL_TIMEOUT_MS };
  const { code } = await runToExit(NODE_24, level.args, options).catch(tellFailure);
  if (level.kind === 'check') {
    const totals = judgeLevel({ ...NOTHING, passed: code === 0 ? 1 : 0 }, code === 0);
    return { totals, failures: [] };
  }
  const left = existsSync(file) ? await readResult(file) : undefined;
  await rm(file, { force: true });
  return { totals: judgeLevel(left?.totals, code === 0), failures: left?.failures ?? [] };
}

/** @param {unknown} error why a level could not even be started: the others go on */
function tellFailure(error) {
  say(String(error));
  return { code: 'not started' };
}

/**
 * @param {string} file
 * @returns {Promise<LevelResult>}
 */
async function readResult(file) {
  return JSON.parse(await readFile(file, 'utf8'));
}
