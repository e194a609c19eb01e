// @ts-check
import { readPackageJson } from '../readPackageJson.mjs';
import { packageExtension, vsixPath } from './packageExtension.mjs';
import { buildExtension, stageExtension, stagePath } from './stageExtension.mjs';
import { hostTarget } from './targets.mjs';

/** Set to `1` for levels that run after `npm run package` in the same run: they build nothing. */
export const IS_PACKAGED = 'AGENT_TERMINALS_IS_PACKAGED';

/** @returns {Promise<string>} the directory with the extension for this machine, ready to load */
export async function provideStage() {
  if (isPackaged()) {
    return stagePath(hostTarget());
  }
  await buildExtension();
  return stageExtension(hostTarget());
}

/** @returns {Promise<string>} the .vsix for this machine */
export async function provideVsix() {
  if (isPackaged()) {
    return vsixPath(hostTarget(), (await readPackageJson()).version);
  }
  await buildExtension();
  return packageExtension(hostTarget());
}

function isPackaged() {
  return process.env[IS_PACKAGED] === '1';
}
