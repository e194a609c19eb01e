import { join } from 'node:path';
import { installOnce } from '../installOnce.mjs';
import { npmInstall } from '../npmInstall.mjs';
import { cacheDirectory } from '../paths.mjs';
import type { Recipe } from './recipe';

/**
 * Installs a version of the CLI, once, separately from the extension's dependencies.
 * @returns the directory of its programs
 */
export async function installCli(
  { provider, title, install }: Recipe,
  version: string,
): Promise<string> {
  const root = join(cacheDirectory(), 'recorded', `${provider}-${version}`);
  const { name, beside = [], allowScripts = [] } = install;
  await installOnce(root, `Installing ${title} ${version}`, (into) =>
    npmInstall(into, [`${name}@${version}`, ...beside], { allowScripts }),
  );
  return join(root, 'node_modules', '.bin');
}
