// @ts-check
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MOCHA, TIMEOUTS_MS } from './lib/levels/levels.mjs';
import { NODE_24, ROOT } from './lib/paths.mjs';
import { runToExit } from './lib/runProgram.mjs';

/** Ends a run that hangs; all of it takes about half an hour. */
const TIMEOUT_MS = 4 * 60 * 60_000;

const LEVEL = join('test', 'process');

/** The stress tests: those that take their size from `test/support/stress.ts`. */
const files = readdirSync(join(ROOT, LEVEL), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => join(LEVEL, name))
  .filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('stressSize('))
  .sort();

// Runs their long form, one file after another; arguments are passed to mocha.
const { code } = await runToExit(
  NODE_24,
  [...MOCHA, '--timeout', String(TIMEOUTS_MS.process), ...process.argv.slice(2), ...files],
  {
    cwd: ROOT,
    env: { ...process.env, AGENT_TERMINALS_LONG_TESTS: '1' },
    live: true,
    timeoutMs: TIMEOUT_MS,
  },
);
process.exitCode = code === 0 ? 0 : 1;
