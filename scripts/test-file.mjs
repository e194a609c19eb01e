// @ts-check
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { planTestFile } from './lib/levels/testFile.mjs';
import { NODE_24, ROOT } from './lib/paths.mjs';
import { runToExit } from './lib/runProgram.mjs';
import { printLine } from './lib/printLine.mjs';

/** A long limit, for work in a debugger. */
const TIMEOUT_MS = 4 * 60 * 60_000;

const [file, ...more] = process.argv.slice(2);
process.exitCode = await testFile(file === undefined ? undefined : resolve(file), more);

/**
 * Runs one test file with its level's options.
 * @param {string | undefined} path
 * @param {readonly string[]} more arguments for mocha
 * @returns {Promise<number>} the exit code
 */
async function testFile(path, more) {
  const plan = planTestFile(path, more, existsSync);
  if (plan.kind === 'refused') {
    printLine(plan.why);
    return 2;
  }
  for (const args of plan.programs) {
    const { code } = await runToExit(NODE_24, args, {
      cwd: ROOT,
      live: true,
      timeoutMs: TIMEOUT_MS,
    });
    if (code !== 0) {
      return 1;
    }
  }
  return 0;
}
