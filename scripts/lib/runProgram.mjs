// @ts-check
import { spawn } from 'node:child_process';

/** How much of a failed program's output its error shows. */
const SHOWN_LINES = 30;

/** How long output may go on after a program's end. */
const DRAIN_MS = 5_000;

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {number} [timeoutMs] 10 minutes by default
 * @property {boolean} [live] pass the output on instead of collecting it
 * @property {(text: string) => void} [onOutput] is given the output as it comes, instead of collecting it
 */

/**
 * Runs a program to its end and gives its output, both streams together.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<string>}
 * @throws with the command and the end of its output, if it cannot start, fails, or takes too long
 */
export async function runProgram(file, args, options = {}) {
  const { code, output } = await runToExit(file, args, options);
  if (code !== 0) {
    const end = output.trimEnd().split('\n').slice(-SHOWN_LINES).join('\n');
    throw new Error(`${[file, ...args].join(' ')} failed (${code}).\n${end}`.trimEnd());
  }
  return output;
}

/**
 * As {@link runProgram}, for callers to whom a failure is an answer.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{code: number | string, output: string}>} the exit code, or the signal's name
 */
export function runToExit(file, args, options = {}) {
  const child = spawn(file, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: ['ignore', options.live ? 'inherit' : 'pipe', options.live ? 'inherit' : 'pipe'],
    timeout: options.timeoutMs ?? 600_000,
  });
  let output = '';
  const onOutput = options.onOutput ?? ((/** @type {string} */ text) => void (output += text));
  child.stdout?.setEncoding('utf8').on('data', onOutput);
  child.stderr?.setEncoding('utf8').on('data', onOutput);
  child.once('exit', () => letGoOfOutput(child));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code: code ?? signal ?? 'unknown', output }));
  });
}

/**
 * Bounds the time between a program's end and that of its output, which a program that it left behind
 * may hold open.
 * @param {import('node:child_process').ChildProcess} child
 */
function letGoOfOutput(child) {
  const timer = setTimeout(() => {
    child.stdout?.destroy();
    child.stderr?.destroy();
  }, DRAIN_MS);
  child.once('close', () => clearTimeout(timer));
}
