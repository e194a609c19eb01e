import { dirname } from 'node:path';
import { type HookSupport, hookEvents } from '../../model/hookSupport';
import { planConfigFlag } from './configFlagHooks';
import { planDefaultsFile, planSettingsFlag } from './settingsFlagHooks';
import { planExtensionFlag, planModFlag, planPluginVariable } from './moduleHooks';
import {
  type HookLaunch,
  type HookLaunchInput,
  type NoHooks,
  HOOK_TIMEOUT_S,
  insertArgs,
} from './hookLaunch';

export async function planHookLaunch(
  support: HookSupport,
  input: HookLaunchInput,
): Promise<HookLaunch | NoHooks> {
  switch (support.kind) {
    case 'none':
      return { args: input.args, env: {} };
    case 'settingsFlag':
      return planSettingsFlag(support, input);
    case 'configFlag':
      return planConfigFlag(support, input);
    case 'defaultsFile':
      return planDefaultsFile(support, input);
    case 'pluginFlag':
      return planPluginFlag(support, input);
    case 'pluginVariable':
      return planPluginVariable(support, input);
    case 'extensionFlag':
      return planExtensionFlag(support, input);
    case 'modFlag':
      return planModFlag(support, input);
  }
}

type PluginFlag = Extract<HookSupport, { kind: 'pluginFlag' }>;

const MANIFEST = { name: 'agent-terminals', version: '1.0.0', hooks: 'hooks.json' };

/**
 * Adds a plugin with hooks only. The person's own plugins, which the same flag names, are loaded as
 * well.
 */
async function planPluginFlag(support: PluginFlag, input: HookLaunchInput): Promise<HookLaunch> {
  const { platform, commandLine, files } = input;
  const shell = platform === 'win32' ? 'powershell' : 'bash';
  const hooks = hookEvents(support).map((event) => {
    const line = platform === 'win32' ? `& ${commandLine(event)}` : commandLine(event);
    return [event, [{ type: 'command', [shell]: line, timeoutSec: HOOK_TIMEOUT_S }]] as const;
  });
  const content = { version: 1, hooks: Object.fromEntries(hooks) };
  await files.write('plugin/hooks.json', JSON.stringify(content));
  const manifest = await files.write('plugin/plugin.json', JSON.stringify(MANIFEST));
  return { args: insertArgs(input, [support.flag, dirname(manifest)]), env: {} };
}
