// @ts-check
import { spawn } from 'node:child_process';
import { endTree } from './processTree.mjs';

/** How much of a failed program's output its error shows. */
const SHOWN_LINES = 30;

/** How long a program may take by default. */
const TIMEOUT_MS = 600_000;

/** How long output may continue after a program's end. */
const DRAIN_MS = 5_000;

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {number} [timeoutMs] 10 minutes by default; then it is ended with all processes that it has started
 * @property {boolean} [live] forward the output instead of collecting it
 * @property {(text: string) => void} [onOutput] receives the output as it is printed, instead of collecting it
 */

/**
 * Runs a program to its end and returns its output, both streams together.
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
 * As {@link runProgram}, for callers that expect failures.
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
 * Ends a program, and its processes, after its time limit: npm, npx and mocha do their work in
 * separate processes.
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} timeoutMs
 */
function limitTime(child, timeoutMs) {
  /** @type {Promise<unknown> | undefined} */
  let ending;
  const timer = setTimeout(() => {
    // If processes cannot be listed, at least the program itself is killed.
    ending = endTree(child.pid ?? NaN).catch(() => child.kill('SIGKILL'));
  }, timeoutMs);
  child.once('exit', () => clearTimeout(timer));
  return {
    /** Resolves when a program over its time limit has ended completely; at once for others. */
    ended: async () => {
      clearTimeout(timer);
      await ending;
    },
  };
}

/**
 * Limits the time between a program's end and that of its output, which a remaining child process
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
