import { printLine } from './lib/printLine.mjs';
import { checkNewest, type CheckTools } from './lib/record/checkNewest';
import { installCli } from './lib/record/installCli';
import { RECIPES } from './lib/record/recipes/recipes';
import { recordCli } from './lib/record/recordCli';
import { readScreenFiles } from './lib/record/recordedFiles';
import { parseRecordOptions } from './lib/record/recordOptions';
import { runProgram } from './lib/runProgram.mjs';

const USAGE = `usage: npm run providers:check -- [PROVIDER ...] [--size 80x24]
  Installs the newest version of each CLI, records its screens, and prints what differs from the
  stored ones. Exit code 1: something differs or fails. Nothing is stored.`;

const TOOLS: CheckTools = {
  findNewest: async (name) => lastLine(await runProgram('npm', ['view', name, 'version'])),
  record: async (recipe, version, size) => {
    const programs = await installCli(recipe, version);
    return recordCli(recipe, recipe.runs, { version, programs }, size);
  },
  readStored: readScreenFiles,
};

void main().then((code) => (process.exitCode = code));

async function main(): Promise<number> {
  const all = RECIPES.map(({ provider }) => provider);
  const args = process.argv.slice(2);
  const named = args.some((arg) => all.includes(arg)) ? args : [...all, ...args];
  const options = parseRecordOptions(named, all);
  if (options.kind !== 'record') {
    printLine(options.kind === 'wrong' ? `${options.problem}\n${USAGE}` : USAGE);
    return options.kind === 'wrong' ? 2 : 0;
  }
  let code = 0;
  for (const recipe of RECIPES.filter(({ provider }) => options.providers.includes(provider))) {
    const { lines, isSame } = await checkNewest(recipe, options.sizes, TOOLS);
    lines.forEach(printLine);
    code = isSame ? code : 1;
  }
  return code;
}

/** Warnings of npm precede what it prints. */
function lastLine(output: string): string {
  return output.trim().split('\n').at(-1) ?? '';
}
