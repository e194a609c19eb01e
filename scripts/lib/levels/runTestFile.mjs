// @ts-check
import { existsSync } from 'node:fs';
import { NODE_24, ROOT } from '../paths.mjs';
import { printLine } from '../printLine.mjs';
import { runToExit } from '../runProgram.mjs';
import { planTestFile } from './testFile.mjs';

/** A long limit, for work in a debugger and for stress tests. */
const TIMEOUT_MS = 4 * 60 * 60_000;

/**
 * Runs one test file with its level's options.
 * @param {string | undefined} path absolute
 * @param {readonly string[]} more arguments for mocha
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>} the exit code
 */
export async function runTestFile(path, more, env = process.env) {
  const plan = planTestFile(path, more, existsSync);
  if (plan.kind === 'refused') {
    printLine(plan.why);
    return 2;
  }
  for (const args of plan.programs) {
    const { code } = await runToExit(NODE_24, args, {
      cwd: ROOT,
      env,
      live: true,
      timeoutMs: TIMEOUT_MS,
    });
    if (code !== 0) {
      return 1;
    }
  }
  return 0;
}
