import { dirname } from 'node:path';
import { hookEvents, type HookSupport } from '../../model/hookSupport';
import { HOOK_TIMEOUT_S, insertArgs, type HookLaunch, type HookLaunchInput } from './hookLaunch';

type PluginFlag = Extract<HookSupport, { kind: 'pluginFlag' }>;

const MANIFEST = { name: 'agent-terminals', version: '1.0.0', hooks: 'hooks.json' };

/**
 * Adds a plugin with hooks only. The person's own plugins, which the same flag names, are loaded as
 * well.
 */
export async function planPluginFlag(
  support: PluginFlag,
  input: HookLaunchInput,
): Promise<HookLaunch> {
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
