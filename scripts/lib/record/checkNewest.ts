import type { Dimensions } from '../../../src/pty/ptyProcess';
import { compareFiles, formatDifferences } from './compareFiles';
import { readScreenCase } from './page/readScreenCase';
import type { Recipe } from './recipe';
import { toScreenFiles, type ScreenFiles } from './recordedFiles';
import { formatSize, type Recorded } from './recordRun';

/** What a check does outside of this process. */
export interface CheckTools {
  /** The newest version of an npm package. */
  findNewest(packageName: string): Promise<string>;
  /** Installs the version, and plays all runs of the recipe at this size. */
  record(recipe: Recipe, version: string, size: Dimensions): Promise<readonly Recorded[]>;
  /** The stored screens of a provider, at a size such as `80x24`. */
  readStored(provider: string, size: string): Promise<ScreenFiles>;
}

/** The lines to print about a CLI, and whether anything has changed or failed. */
export interface CheckResult {
  readonly lines: readonly string[];
  readonly isSame: boolean;
}

/** Records the newest version of a CLI, and compares it with the stored screens. */
export async function checkNewest(
  recipe: Recipe,
  sizes: readonly Dimensions[],
  tools: CheckTools,
): Promise<CheckResult> {
  const results: CheckResult[] = [];
  const title = `${recipe.provider} ${recipe.version}`;
  try {
    const version = await tools.findNewest(recipe.install.name);
    for (const size of sizes) {
      const name = formatSize(size);
      const screens = await tools.record(recipe, version, size);
      const stored = await tools.readStored(recipe.provider, name);
      const result = compareScreens(toScreenFiles(recipe.provider, name, screens), stored, screens);
      const change = version === recipe.version ? 'is the newest' : `has become ${version}`;
      const head = `${title} ${change}, ${name}: ${result.isSame ? 'the same' : 'changed'}`;
      results.push({ ...result, lines: [head, ...result.lines] });
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    results.push({ lines: [`${title}: failed. ${why}`], isSame: false });
  }
  return {
    lines: results.flatMap(({ lines }) => lines),
    isSame: results.every(({ isSame }) => isSame),
  };
}

function compareScreens(
  recorded: ScreenFiles,
  stored: ScreenFiles,
  screens: readonly Recorded[],
): CheckResult {
  const differences = formatDifferences(compareFiles(stored, recorded));
  const wrong = screens.flatMap(({ name, screen }) => {
    const { read, rule } = readScreenCase(screen);
    return read === screen.expect
      ? []
      : [`${name}: read as ${read} by the rule ${rule}, instead of ${screen.expect}`];
  });
  const lines = [...differences, ...wrong];
  return { lines, isSame: lines.length === 0 };
}
