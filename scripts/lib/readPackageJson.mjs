// @ts-check
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

/** @typedef {{license: string, name: string, version: string} & Record<string, unknown>} PackageJson */

/** The repository's own manifest. */
export async function readPackageJson() {
  const text = await readFile(join(ROOT, 'package.json'), 'utf8');
  return /** @type {PackageJson} */ (JSON.parse(text));
}
