import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { BUILT_IN_PROVIDERS } from '../../../../src/providers/catalog/builtInProviders';
import { parseScreenCase } from '../../../../src/status/screens/screenCase';
import { ROOT } from '../../paths.mjs';
import { RECIPES } from '../recipes/recipes';
import { UNRECORDED } from '../recipes/unrecorded';
import { SIZES } from '../recordOptions';
import { DIRECTORY } from '../recordedFiles';
import { formatSize } from '../recordRun';
import { readScreenCase } from './readScreenCase';
import { replaceTables, type StoredReading } from './screensPage';

/** The page with the tables of recorded screens. */
export const SCREENS_PAGE = join(ROOT, 'docs', 'internals', 'screens.md');

/** Writes the tables of the page again. */
export async function writeScreensPage(): Promise<void> {
  await writeFile(SCREENS_PAGE, await buildScreensPage());
}

/** The page as it has to be for the recipes, the stored screens and the rules. */
export async function buildScreensPage(): Promise<string> {
  const recipes = [...RECIPES].sort((a, b) => a.title.localeCompare(b.title));
  const text = replaceTables(await readFile(SCREENS_PAGE, 'utf8'), {
    recipes,
    sizes: SIZES.map(formatSize),
    screens: await readStoredScreens(),
    unrecorded: BUILT_IN_PROVIDERS.filter(({ id }) => recipes.every((one) => one.provider !== id))
      .map(({ id, name }) => [name, UNRECORDED[id] ?? 'not tried'] as const)
      .sort(([a], [b]) => a.localeCompare(b)),
  });
  const config = await resolveConfig(SCREENS_PAGE);
  return format(text, { ...config, filepath: SCREENS_PAGE });
}

async function readStoredScreens(): Promise<readonly StoredReading[]> {
  const files = await readdir(DIRECTORY, { recursive: true, encoding: 'utf8' });
  const paths = files.filter((path) => path.endsWith('.txt')).sort();
  return Promise.all(
    paths.map(async (path) => {
      const screen = parseScreenCase(await readFile(join(DIRECTORY, path), 'utf8'));
      const { read } = readScreenCase(screen);
      return { path: path.split(sep).join('/'), expect: screen.expect, read };
    }),
  );
}
