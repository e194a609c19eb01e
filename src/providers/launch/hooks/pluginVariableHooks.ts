import { pathToFileURL } from 'node:url';
import { hookEvents, type HookSupport } from '../../model/hookSupport';
import { formatHookRunner } from './formatHookRunner';
import type { HookLaunch, HookLaunchInput, NoHooks } from './hookLaunch';
import { mergeSettings, parseSettings } from './mergeSettings';

type PluginVariable = Extract<HookSupport, { kind: 'pluginVariable' }>;

/** Adds a plugin that runs the hooks' command lines to the plugins in the person's variable. */
export async function planPluginVariable(
  support: PluginVariable,
  { args, env, commandLine, files }: HookLaunchInput,
): Promise<HookLaunch | NoHooks> {
  const own = parseSettings(env[support.variable] || '{}');
  if (!own) {
    return { reason: `its variable ${support.variable} is not plain JSON` };
  }
  const lines = new Map(hookEvents(support).map((event) => [event, commandLine(event)]));
  const path = await files.write('plugin.mjs', formatPlugin(lines));
  const settings = mergeSettings(own, { plugin: [pathToFileURL(path).href] });
  return { args, env: { [support.variable]: JSON.stringify(settings) } };
}

/**
 * Adds to each event whether its session was started by another one, as a sub-agent's is, and the
 * error of a failed turn until the next turn begins: Kilo Code reports the end of such a turn twice.
 */
function formatPlugin(lines: ReadonlyMap<string, string>): string {
  return `${formatHookRunner(lines)}
const children = new Set();
const failures = new Map();

export const AgentTerminals = async () => ({
  event: async ({ event: { type, properties = {} } }) => {
    const { info, sessionID = info?.id } = properties;
    if (type.startsWith('session.') && info?.parentID) {
      children.add(sessionID);
    }
    if (type === 'session.status' && properties.status?.type === 'busy') {
      failures.delete(sessionID);
    }
    if (type === 'session.error') {
      failures.set(sessionID, properties.error?.name ?? 'unknown');
    }
    const marks = { isChild: children.has(sessionID), failure: failures.get(sessionID) };
    report(type, { ...properties, ...marks });
  },
});
`;
}
