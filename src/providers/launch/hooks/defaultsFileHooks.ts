import { posix, win32 } from 'node:path';
import { toMessage } from '../../../base/errors';
import { isErrno } from '../../../base/isErrno';
import type { HookSupport } from '../../model/hookSupport';
import { formatHookGroups } from './formatHookGroups';
import { HOOK_TIMEOUT_S, type HookLaunch, type HookLaunchInput, type NoHooks } from './hookLaunch';
import { mergeSettings, parseSettings } from './mergeSettings';

type DefaultsFile = Extract<HookSupport, { kind: 'defaultsFile' }>;

/** Writes a file of defaults with hooks and with everything from the machine's own file. */
export async function planDefaultsFile(
  support: DefaultsFile,
  { args, platform, env, commandLine, files }: HookLaunchInput,
): Promise<HookLaunch | NoHooks> {
  const hooks = formatHookGroups(support, commandLine, HOOK_TIMEOUT_S * 1000);
  const path = env[support.variable] || standardPath(support, platform, env);
  try {
    const own = parseSettings(await readIfThere(path, files));
    if (!own) {
      return { reason: `${path}, which has its defaults, is not plain JSON` };
    }
    const written = await files.write('settings.json', JSON.stringify(mergeSettings(own, hooks)));
    return { args, env: { [support.variable]: written } };
  } catch (error) {
    return { reason: `${path}, which has its defaults, cannot be read: ${toMessage(error)}` };
  }
}

function standardPath(
  { fallback }: DefaultsFile,
  platform: NodeJS.Platform,
  env: HookLaunchInput['env'],
): string {
  const path = platform === 'win32' ? win32 : posix;
  const beside = env[fallback.besideVariable];
  if (beside) {
    return path.join(path.dirname(beside), fallback.name);
  }
  const elsewhere = platform === 'darwin' ? fallback.mac : fallback.unix;
  return path.join(platform === 'win32' ? fallback.windows : elsewhere, fallback.name);
}

async function readIfThere(path: string, files: HookLaunchInput['files']): Promise<string> {
  try {
    return await files.read(path);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) {
      return '{}';
    }
    throw error;
  }
}
