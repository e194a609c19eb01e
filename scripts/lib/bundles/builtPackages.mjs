// @ts-check
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';
import { readBundledPackages } from './bundledPackages.mjs';
import { formatNotices, NOTICES } from './notices.mjs';

const DIST = join(ROOT, 'dist');

/** The list of a build, for the bills of materials; no package contains it. */
const LIST = join(DIST, 'packages.json');

/**
 * Writes the notices of a build into `dist` and `dist/client`, and the list of its packages.
 * @param {readonly import('esbuild').Metafile[]} all
 * @param {readonly import('esbuild').Metafile[]} client those of the client's modules
 */
export async function writeBuiltPackages(all, client) {
  const packages = await readBundledPackages(all);
  await writeFile(join(DIST, NOTICES), formatNotices(packages));
  const clientPackages = await readBundledPackages(client);
  await writeFile(join(DIST, 'client', NOTICES), formatNotices(clientPackages));
  const list = packages.map(({ name, version, license }) => ({ name, version, license }));
  await writeFile(LIST, JSON.stringify(list));
}

/** @returns {Promise<readonly import('./sbom.mjs').Part[]>} the packages of the current build */
export async function readBuiltPackages() {
  return JSON.parse(await readFile(LIST, 'utf8'));
}
