// @ts-check
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BUILD_DIRECTORY, NODE_24, ROOT } from '../paths.mjs';
import { runToExit } from '../runProgram.mjs';
import { NOTHING, judgeLevel } from './totals.mjs';

/** Ends a level that hangs; beside other work on two cores a level can take half an hour. */
const LEVEL_TIMEOUT_MS = 60 * 60_000;

/**
 * Runs a program, then writes into the file $0 how much CPU the shell, and all below it that was waited for, have used.
 */
const MEASURED = '"$@"; code=$?; times > "$0"; exit $code';

/**
 * @typedef {object} LevelResult
 * @property {import('./totals.mjs').Totals} totals
 * @property {readonly string[]} failures each failed test with its error
 * @property {readonly import('./slowestFiles.mjs').FileTime[]} files the times of each test file
 * @property {number} cpuMs user and system, of all processes but those that outlived their parents
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
  const times = `${file}.times`;
  await mkdir(BUILD_DIRECTORY, { recursive: true });
  await rm(file, { force: true });
  const options = { cwd: ROOT, env: { ...env, AGENT_TERMINALS_TOTALS: file }, onOutput };
  const args = ['-c', MEASURED, times, NODE_24, ...level.args];
  const code = await runToExit('sh', args, { ...options, timeoutMs: LEVEL_TIMEOUT_MS })
    .then((exit) => exit.code)
    .catch((/** @type {unknown} */ error) => onOutput(`${String(error)}\n`));
  const cpuMs = await takeCpuMs(times);
  if (level.kind === 'check') {
    const totals = judgeLevel({ ...NOTHING, passed: code === 0 ? 1 : 0 }, code === 0);
    return { totals, failures: [], files: [], cpuMs };
  }
  const left = existsSync(file) ? await readResult(file) : undefined;
  await rm(file, { force: true });
  const { failures = [], files = [] } = left ?? {};
  return { totals: judgeLevel(left?.totals, code === 0), failures, files, cpuMs };
}

/**
 * The sum of a file that `times` of a shell has written, such as `0m0.01s 0m0.00s` of the shell and below it the same
 * of its children. A level that was killed has none.
 * @param {string} path
 */
async function takeCpuMs(path) {
  const text = existsSync(path) ? await readFile(path, 'utf8') : '';
  await rm(path, { force: true });
  const times = [...text.matchAll(/(\d+)m([\d.]+)s/g)];
  return times.reduce(
    (sum, [, minutes, rest]) => sum + Number(minutes) * 60_000 + Number(rest) * 1000,
    0,
  );
}

/**
 * @param {string} file
 * @returns {Promise<Omit<LevelResult, 'cpuMs'>>}
 */
async function readResult(file) {
  return JSON.parse(await readFile(file, 'utf8'));
}
