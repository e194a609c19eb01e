// @ts-check
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { VSIX_DIRECTORY } from '../paths.mjs';
import { readPackageJson } from '../readPackageJson.mjs';
import { readBuiltPackages } from './builtPackages.mjs';
import { readBundledPackages } from './bundledPackages.mjs';
import { formatSbom } from './sbom.mjs';
import { stageExtension } from './stageExtension.mjs';
import { UNIVERSAL, vsixName } from './targets.mjs';

/**
 * Packages one target from the current build of the extension.
 * @param {import('./targets.mjs').Target} target
 * @param {string} [version] a version other than the extension's, to test an update
 * @returns {Promise<string>} the .vsix
 */
export async function packageExtension(target, version) {
  if (version === undefined) {
    return packageStage(await stageExtension(target), target, (await readPackageJson()).version);
  }
  // A running VS Code may use the extension that is staged for the target.
  const stage = await stageExtension(target, `${target}-${version}`);
  return packageStage(await withVersion(stage, version), target, version);
}

/**
 * The path of the package of one target.
 * @param {import('./targets.mjs').Target} target
 * @param {string} version
 */
export function vsixPath(target, version) {
  return join(VSIX_DIRECTORY, vsixName(target, version));
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
  const file = vsixPath(target, version);
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
  await writeFile(sbomPath(file), await describePackage(target, version));
  return file;
}

/**
 * The path of the software bill of materials beside a package.
 * @param {string} vsix
 */
export function sbomPath(vsix) {
  return vsix.replace(/\.vsix$/, '.cdx.json');
}

/**
 * @param {import('./targets.mjs').Target} target
 * @param {string} version
 */
async function describePackage(target, version) {
  const { license, name } = await readPackageJson();
  const nodePty = await readBundledPackages([], [join('node_modules', 'node-pty')]);
  const parts = [...(await readBuiltPackages()), ...(target === UNIVERSAL ? [] : nodePty)];
  return formatSbom({ license, name, version }, parts);
}
