import { createHash } from 'node:crypto';
import { hookEvents, type HookSupport } from '../../model/hookSupport';
import {
  HOOK_TIMEOUT_S,
  insertArgs,
  type HookLaunch,
  type HookLaunchInput,
  type NoHooks,
} from './hookLaunch';

type ConfigFlag = Extract<HookSupport, { kind: 'configFlag' }>;

const TABLE = 'hooks';

/**
 * Adds a line of configuration for each event, and one with the hashes that mark exactly these
 * hooks as trusted; the CLI still asks about hooks of a project that the person has not reviewed.
 * Hooks from other sources also run, except those of the command line, which ours would replace.
 */
export function planConfigFlag(support: ConfigFlag, input: HookLaunchInput): HookLaunch | NoHooks {
  if (hasOwnHooks(support.flags, input)) {
    return { reason: 'its arguments configure hooks of their own' };
  }
  const { unix, windows } = support.source;
  const source = input.platform === 'win32' ? windows : unix;
  const hooks = hookEvents(support).map((event) => ({ event, command: input.commandLine(event) }));
  const lines = hooks.map(
    ({ event, command }) => `${TABLE}.${event}=[{hooks=[${formatHook(command)}]}]`,
  );
  const known = hooks.map(({ event, command }) => {
    const key = `${source}:${toSnakeCase(event)}:0:0`;
    return `${text(key)}={trusted_hash=${text(hashOf(event, command))}}`;
  });
  const [flag] = support.flags;
  const all = [...lines, `${TABLE}.state={${known.join(',')}}`];
  return {
    args: insertArgs(
      input,
      all.flatMap((line) => [flag, line]),
    ),
    env: {},
  };
}

function hasOwnHooks(flags: readonly string[], { args }: Pick<HookLaunchInput, 'args'>): boolean {
  return args.some((arg, index) => {
    const joined = flags.find((flag) => arg.startsWith(`${flag}=`));
    const line = joined === undefined ? arg : arg.slice(joined.length + 1);
    const isLine = joined !== undefined || flags.includes(args[index - 1] ?? '');
    return isLine && /^\s*hooks\s*[.=]/.test(line);
  });
}

function formatHook(command: string): string {
  return `{type="command",command=${text(command)},timeout=${HOOK_TIMEOUT_S}}`;
}

/**
 * Codex's hash of a hook: the hash of its JSON with sorted names, as in Codex's public source
 * (hooks/src/engine/discovery.rs, config/src/fingerprint.rs); tested with 0.169.0.
 */
function hashOf(event: string, command: string): string {
  const hook = { async: false, command, timeout: HOOK_TIMEOUT_S, type: 'command' };
  const identity = JSON.stringify({ event_name: toSnakeCase(event), hooks: [hook] });
  return `sha256:${createHash('sha256').update(identity).digest('hex')}`;
}

/** A TOML string. JSON's escapes are valid in TOML, which also requires DEL to be escaped. */
function text(value: string): string {
  return JSON.stringify(value).replaceAll('\x7f', '\\u007f');
}

function toSnakeCase(event: string): string {
  return event.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
}
