// @ts-check
import { join } from 'node:path';
import { installOnce } from '../installOnce.mjs';
import { npmInstall } from '../npmInstall.mjs';
import { cacheDirectory } from '../paths.mjs';

/** An exact version: later ones need a newer Node than the oldest that runs the tests. */
const PI_VERSION = '0.74.2';

/**
 * Installs the pinned Pi, once, separately from the extension's dependencies.
 * @returns {Promise<string>} the program
 */
export async function installPi() {
  const root = join(cacheDirectory(), `pi-${PI_VERSION}`);
  await installOnce(root, `Installing Pi ${PI_VERSION}`, (into) =>
    npmInstall(into, [`@earendil-works/pi-coding-agent@${PI_VERSION}`]),
  );
  const name = process.platform === 'win32' ? 'pi.cmd' : 'pi';
  return join(root, 'node_modules', '.bin', name);
}
