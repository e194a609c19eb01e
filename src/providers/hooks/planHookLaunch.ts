import type { HookSupport } from '../hookSupport';
import { planConfigFlag } from './configFlagHooks';
import type { HookLaunch, HookLaunchInput, NoHooks } from './hookLaunch';
import { planSettingsFlag } from './settingsFlagHooks';

/** Adds hooks to an agent's launch, by whichever means its CLI has. */
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
  }
}
