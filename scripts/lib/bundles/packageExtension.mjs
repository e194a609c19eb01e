// @ts-check
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { VSIX_DIRECTORY } from '../paths.mjs';
import { readPackageJson } from '../readPackageJson.mjs';
import { stageExtension } from './stageExtension.mjs';
import { UNIVERSAL, vsixName } from './targets.mjs';

/**
 * Packages one target from the extension as it is built now.
 * @param {import('./targets.mjs').Target} target
 * @param {string} [version] another one than the extension's, to try an update with
 * @returns {Promise<string>} the .vsix
 */
export async function packageExtension(target, version) {
  const stage = await stageExtension(target);
  return version === undefined
    ? packageStage(stage, target, (await readPackageJson()).version)
    : packageStage(await withVersion(stage, version), target, version);
}

/**
 * @param {string} stage
 * @param {string} version
 */
async function withVersion(stage, version) {
  const path = join(stage, 'package.json');
  const manifest = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, JSON.stringify({ ...manifest, version }, undefined, 2));
  return stage;
}

/**
 * @param {string} stage
 * @param {import('./targets.mjs').Target} target
 * @param {string} version
 */
async function packageStage(stage, target, version) {
  const file = join(VSIX_DIRECTORY, vsixName(target, version));
  await mkdir(VSIX_DIRECTORY, { recursive: true });
  await rm(file, { force: true });
  await createVSIX({
    cwd: stage,
    packagePath: file,
    ...(target === UNIVERSAL ? {} : { target }),
    dependencies: false,
    // README.md links to its pictures and to docs by relative paths, and the package contains both.
    rewriteRelativeLinks: false,
    allowMissingRepository: true,
  });
  return file;
}
