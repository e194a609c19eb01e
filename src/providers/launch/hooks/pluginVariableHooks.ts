import { pathToFileURL } from 'node:url';
import { hookEvents, type HookSupport } from '../../model/hookSupport';
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
  const lines = hookEvents(support).map((event) => [event, commandLine(event)] as const);
  const path = await files.write('plugin.mjs', formatPlugin(Object.fromEntries(lines)));
  const settings = mergeSettings(own, { plugin: [pathToFileURL(path).href] });
  return { args, env: { [support.variable]: JSON.stringify(settings) } };
}

/**
 * Runs a command line for each event, one after another, so that events arrive in order. Adds to
 * each event whether its session was started by another one, as a sub-agent's is, and the error of
 * a failed turn until the next turn begins: Kilo Code reports the end of such a turn twice.
 */
function formatPlugin(lines: Readonly<Record<string, string>>): string {
  return `import { spawn } from 'node:child_process';

const lines = ${JSON.stringify(lines)};
const children = new Set();
const failures = new Map();
let last = Promise.resolve();

const run = (line, payload) =>
  new Promise((resolve) => {
    const hook = spawn(line, { shell: true, stdio: ['pipe', 'ignore', 'ignore'] });
    hook.on('error', resolve).on('close', resolve);
    hook.stdin.on('error', () => {});
    hook.stdin.end(payload);
  });

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
    if (Object.hasOwn(lines, type)) {
      const marks = { isChild: children.has(sessionID), failure: failures.get(sessionID) };
      const payload = JSON.stringify({ ...properties, ...marks });
      last = last.then(() => run(lines[type], payload));
    }
  },
});
`;
}
