import type { HookSupport } from '../../model/hookSupport';
import { planConfigFlag } from './configFlagHooks';
import { planDefaultsFile } from './defaultsFileHooks';
import { planExtensionFlag } from './extensionFlagHooks';
import type { HookLaunch, HookLaunchInput, NoHooks } from './hookLaunch';
import { planModFlag } from './modFlagHooks';
import { planPluginFlag } from './pluginFlagHooks';
import { planPluginVariable } from './pluginVariableHooks';
import { planSettingsFlag } from './settingsFlagHooks';

/** Adds hooks to an agent's launch, by the means that its CLI has. */
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
