// @ts-check
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './lib/paths.mjs';
import { printLine } from './lib/printLine.mjs';
import { budgetOf, findExcess, measure } from './lib/stats/budget.mjs';

/** The sizes that the code may have; with --write they become those that it has. */
const FILE = join(ROOT, 'scripts', 'budget.json');

const { values } = parseArgs({ options: { write: { type: 'boolean' } } });
const sizes = await measure(ROOT);
if (values.write) {
  await writeFile(FILE, `${JSON.stringify(budgetOf(sizes), undefined, 2)}\n`);
}
/** @type {import('./lib/stats/budget.mjs').Sizes} */
const budget = JSON.parse(await readFile(FILE, 'utf8'));
const width = Math.max(...Object.keys(sizes).map((name) => name.length));
for (const [name, size] of [['', 'now'], ...Object.entries(sizes)]) {
  const limit = name === '' ? 'budget' : (budget[name] ?? '');
  printLine(`${name.padEnd(width)}  ${String(size).padStart(6)}  ${String(limit).padStart(6)}`);
}
const excess = findExcess(sizes, budget);
excess.forEach((line) => printLine(`Above the budget: ${line}`));
process.exitCode = excess.length > 0 ? 1 : 0;
