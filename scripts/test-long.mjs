// @ts-check
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { runTestFile } from './lib/levels/runTestFile.mjs';
import { ROOT } from './lib/paths.mjs';
import { printLine } from './lib/printLine.mjs';

/** The stress tests: those that take their size from `test/support/stress.ts`. */
const files = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => join(ROOT, 'test', name))
  .filter((file) => readFileSync(file, 'utf8').includes('stressSize('))
  .sort();

// Runs their long form, one file after another.
const env = { ...process.env, AGENT_TERMINALS_LONG_TESTS: '1' };
const failed = [];
for (const file of files) {
  if ((await runTestFile(file, [], env)) !== 0) {
    failed.push(relative(ROOT, file));
  }
}
printLine(`${files.length - failed.length} of ${files.length} files passed.`);
failed.forEach((file) => printLine(`Failed: ${file}`));
process.exitCode = files.length > 0 && failed.length === 0 ? 0 : 1;
