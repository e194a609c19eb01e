// @ts-check
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { VSIX_DIRECTORY } from './paths.mjs';
import { readPackageJson } from './readPackageJson.mjs';
import { stageExtension } from './stageExtension.mjs';
import { UNIVERSAL, vsixName } from './targets.mjs';

/**
 * Packages one target from the extension as it is built now.
 * @param {import('./targets.mjs').Target} target
 * @returns {Promise<string>} the .vsix
 */
export async function packageExtension(target) {
  const stage = await stageExtension(target);
  const { version } = await readPackageJson();
  const file = join(VSIX_DIRECTORY, vsixName(target, version));
  await mkdir(VSIX_DIRECTORY, { recursive: true });
  await rm(file, { force: true });
  await createVSIX({
    cwd: stage,
    packagePath: file,
    ...(target === UNIVERSAL ? {} : { target }),
    dependencies: false,
    // The README's pictures are relative, and it is published with them beside it.
    rewriteRelativeLinks: false,
    allowMissingRepository: true,
  });
  return file;
}
