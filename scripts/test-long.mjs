// @ts-check
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runTestFile } from './lib/levels/runTestFile.mjs';
import { ROOT } from './lib/paths.mjs';

/** The stress tests: those that take their size from `test/support/stress.ts`. */
const files = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => join(ROOT, 'test', name))
  .filter((file) => readFileSync(file, 'utf8').includes('stressSize('))
  .sort();

// Runs their long form, one file after another; arguments are passed to mocha.
const env = { ...process.env, AGENT_TERMINALS_LONG_TESTS: '1' };
for (const file of files) {
  if ((await runTestFile(file, process.argv.slice(2), env)) !== 0) {
    process.exitCode = 1;
  }
}
