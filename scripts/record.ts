import { printLine } from './lib/printLine.mjs';
import { compareFiles, formatDifferences } from './lib/record/compareFiles';
import { installCli } from './lib/record/installCli';
import { RECIPES } from './lib/record/recipes/recipes';
import type { Recipe } from './lib/record/recipe';
import { readScreenCase } from './lib/record/readScreenCase';
import { recordCli } from './lib/record/recordCli';
import { readScreenFiles, toScreenFiles, writeScreenFiles } from './lib/record/recordedFiles';
import { formatSize, type Recorded } from './lib/record/recordRun';
import { parseRecordOptions, RECORD_USAGE, type RecordOptions } from './lib/record/recordOptions';
import { runProgram } from './lib/runProgram.mjs';

type Options = Extract<RecordOptions, { kind: 'record' }>;

void main().then((code) => (process.exitCode = code));

async function main(): Promise<number> {
  const options = parseRecordOptions(
    process.argv.slice(2),
    RECIPES.map(({ provider }) => provider),
  );
  switch (options.kind) {
    case 'help':
      printLine(RECORD_USAGE);
      return 0;
    case 'wrong':
      printLine(`${options.problem}\n${RECORD_USAGE}`);
      return 2;
    case 'record':
      return record(options);
  }
}

async function record(options: Options): Promise<number> {
  let differences = 0;
  let hasFailed = false;
  for (const recipe of RECIPES.filter(({ provider }) => options.providers.includes(provider))) {
    try {
      differences += await recordRecipe(recipe, options);
    } catch (error) {
      printLine(`${recipe.provider}: ${error instanceof Error ? error.message : String(error)}`);
      hasFailed = true;
    }
  }
  return hasFailed || (differences > 0 && !options.write) ? 1 : 0;
}

/** Records one CLI at all sizes. Returns the number of screens that differ from the stored ones. */
async function recordRecipe(recipe: Recipe, options: Options): Promise<number> {
  const { provider } = recipe;
  const version =
    options.version ?? (options.newest ? await findNewest(recipe.install.name) : recipe.version);
  const runs = recipe.runs.filter(({ name }) => [undefined, name].includes(options.run));
  const cli = { version, programs: await installCli(recipe, version) };
  let count = 0;
  for (const size of options.sizes) {
    const name = formatSize(size);
    const screens = await recordCli(recipe, runs, cli, size);
    const recorded = toScreenFiles(provider, name, screens);
    const stored = await readScreenFiles(provider, name);
    const compared =
      options.run === undefined
        ? stored
        : new Map([...stored].filter(([path]) => recorded.has(path)));
    const differences = compareFiles(compared, recorded);
    [...formatDifferences(differences), ...findMisread(screens)].forEach(printLine);
    printLine(
      `${provider} ${version}, ${name}: ${recorded.size} screens, ${differences.length} differ`,
    );
    if (options.print) {
      recorded.forEach((text, path) => printLine(`=== ${path}\n${text}`));
    }
    if (options.write) {
      await writeScreenFiles(compared, recorded);
    }
    count += differences.length;
  }
  return count;
}

/** A line for each screen that the rules do not read as its recipe expects. */
function findMisread(screens: readonly Recorded[]): readonly string[] {
  return screens.flatMap(({ name, screen }) => {
    const { read, rule } = readScreenCase(screen);
    return read === screen.expect
      ? []
      : [`${name}: read as ${read} by the rule ${rule}, instead of ${screen.expect}`];
  });
}

/** The newest version of an npm package. Warnings of npm precede what it prints. */
async function findNewest(name: string): Promise<string> {
  const output = await runProgram('npm', ['view', name, 'version']);
  return output.trim().split('\n').at(-1) ?? '';
}
