import { pathToFileURL } from 'node:url';
import { hookEvents, type HookSupport } from '../../model/hookSupport';
import { type HookLaunch, type HookLaunchInput, type NoHooks, insertArgs } from './hookLaunch';
import { mergeSettings, parseSettings } from './settingsFlagHooks';

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

/**
 * The start of a module that a CLI loads. Its function `report(event, payload)` runs the event's
 * command line, one after another, so that events arrive in order.
 */
function formatHookRunner(lines: ReadonlyMap<string, string>): string {
  return `import { spawn } from 'node:child_process';

const lines = new Map(${JSON.stringify([...lines])});
let last = Promise.resolve();

const run = (line, payload) =>
  new Promise((resolve) => {
    const hook = spawn(line, { shell: true, stdio: ['pipe', 'ignore', 'ignore'] });
    hook.on('error', resolve).on('close', resolve);
    hook.stdin.on('error', () => {});
    hook.stdin.end(payload);
  });

const report = (event, payload) => {
  const line = lines.get(event);
  if (line !== undefined) {
    const text = JSON.stringify(payload);
    last = last.then(() => run(line, text));
  }
};
`;
}

type ModFlag = Extract<HookSupport, { kind: 'modFlag' }>;

/** Adds a mod that runs the hooks' command lines to the mods of the person. */
export async function planModFlag(support: ModFlag, input: HookLaunchInput): Promise<HookLaunch> {
  const { commandLine, files } = input;
  const lines = new Map(hookEvents(support).map((event) => [event, commandLine(event)]));
  const path = await files.write('plugin.mjs', formatMod(lines));
  return { args: insertArgs(input, [support.flag, path]), env: {} };
}

/** Only the hook at a session's start has its id; all other events are observed. */
function formatMod(lines: ReadonlyMap<string, string>): string {
  return `${formatHookRunner(lines)}
const describe = ({ sessionId, kind, toolName, error, result }) => ({
  sessionId,
  kind,
  toolName,
  error: error?.message,
  stopReason: result?.stopReason,
});

export default function agentTerminals(cmd) {
  for (const event of lines.keys()) {
    const listener = (payload) => report(event, describe(payload));
    if (event === 'onSessionStart') {
      cmd.hooks({ onSessionStart: listener });
    } else {
      cmd.on(event, listener);
    }
  }
}
`;
}

type ExtensionFlag = Extract<HookSupport, { kind: 'extensionFlag' }>;

/** Tested with Pi 0.74.2: it replaces them in the path by a space, and ends without the file. */
const REPLACED_SPACE = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/;

/** Adds an extension that runs the hooks' command lines to the extensions of the person. */
export async function planExtensionFlag(
  support: ExtensionFlag,
  input: HookLaunchInput,
): Promise<HookLaunch | NoHooks> {
  const { commandLine, files } = input;
  const lines = new Map(hookEvents(support).map((event) => [event, commandLine(event)]));
  const path = await files.write('plugin.mjs', formatExtension(lines));
  if (REPLACED_SPACE.test(path)) {
    return { reason: `it cannot load ${path}, which has a space of another kind` };
  }
  return { args: insertArgs(input, [support.flag, path]), env: {} };
}

/** An error here must not appear among the messages of the CLI. */
function formatExtension(lines: ReadonlyMap<string, string>): string {
  return `${formatHookRunner(lines)}
const describe = ({ messages = [] }, { sessionManager }) => ({
  sessionId: sessionManager.getSessionId(),
  stopReason: messages.findLast(({ role }) => role === 'assistant')?.stopReason,
});

export default function agentTerminals(pi) {
  for (const event of lines.keys()) {
    pi.on(event, (payload, context) => {
      try {
        report(event, describe(payload, context));
      } catch {}
    });
  }
}
`;
}
