import type { Dimensions } from '../../../src/pty/ptyProcess';
import type { Recipe, Run } from './recipe';
import { formatSize, recordRun, type InstalledCli, type Recorded } from './recordRun';

/** Plays the runs in order, at one size. Their screens have different names. */
export async function recordCli(
  recipe: Recipe,
  runs: readonly Run[],
  cli: InstalledCli,
  size: Dimensions,
): Promise<readonly Recorded[]> {
  const screens: Recorded[] = [];
  for (const run of runs) {
    try {
      screens.push(...(await recordRun(recipe, run, cli, size)));
    } catch (error) {
      const where = `${recipe.provider}, ${run.name}, ${formatSize(size)}`;
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(`${where}: ${why}`, { cause: error });
    }
  }
  return screens;
}
