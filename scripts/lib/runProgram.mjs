// @ts-check
import { spawn } from 'node:child_process';
import { endTree } from './processTree.mjs';

/** How much of a failed program's output its error shows. */
const SHOWN_LINES = 30;

/** How long a program may take by default. */
const TIMEOUT_MS = 600_000;

/** How long output may go on after a program's end. */
const DRAIN_MS = 5_000;

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {number} [timeoutMs] 10 minutes by default; then it is ended with all that it has started
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
    throw new Error(formatFailure([file, ...args], code, output));
  }
  return output;
}

/**
 * A command, how it ended, and the end of its output.
 * @param {readonly string[]} command
 * @param {number | string} code
 * @param {string} output
 */
export function formatFailure(command, code, output) {
  const end = output.trimEnd().split('\n').slice(-SHOWN_LINES).join('\n');
  return `${command.join(' ')} failed (${code}).\n${end}`.trimEnd();
}

/**
 * As {@link runProgram}, for callers to whom a failure is an answer.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{code: number | string, output: string}>} the exit code, or the signal's name
 */
export async function runToExit(file, args, options = {}) {
  const child = spawn(file, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: ['ignore', options.live ? 'inherit' : 'pipe', options.live ? 'inherit' : 'pipe'],
  });
  let output = '';
  const onOutput = options.onOutput ?? ((/** @type {string} */ text) => void (output += text));
  child.stdout?.setEncoding('utf8').on('data', onOutput);
  child.stderr?.setEncoding('utf8').on('data', onOutput);
  child.once('exit', () => letGoOfOutput(child));
  const limit = limitTime(child, options.timeoutMs ?? TIMEOUT_MS);
  try {
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (exitCode, signal) => resolve(exitCode ?? signal ?? 'unknown'));
    });
    return { code, output };
  } finally {
    await limit.ended();
  }
}

/**
 * Ends a program, and what it has started, when its time is up: npm, npx and mocha do their work in
 * processes of their own.
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} timeoutMs
 */
function limitTime(child, timeoutMs) {
  /** @type {Promise<unknown> | undefined} */
  let ending;
  const timer = setTimeout(() => {
    // Where processes cannot be listed, at least the program itself.
    ending = endTree(child.pid ?? NaN).catch(() => child.kill('SIGKILL'));
  }, timeoutMs);
  child.once('exit', () => clearTimeout(timer));
  return {
    /** Resolves when nothing is left of a program whose time was up, at once for any other. */
    ended: async () => {
      clearTimeout(timer);
      await ending;
    },
  };
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
