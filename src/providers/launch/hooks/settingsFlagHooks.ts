import { posix, win32 } from 'node:path';
import { toMessage } from '../../../base/errors';
import { type HookSupport, hookEvents, type HookReading } from '../../model/hookSupport';
import {
  HOOK_TIMEOUT_S,
  insertArgs,
  type HookLaunch,
  type HookLaunchInput,
  type NoHooks,
} from './hookLaunch';
import { isErrno } from '../../../base/isErrno';
import { isRecord } from '../../../base/isRecord';
import { tryParseJson } from '../../../base/parseJson';

type SettingsFlag = Extract<HookSupport, { kind: 'settingsFlag' }>;

/** Where the arguments contain the person's settings. The CLI uses the last ones. */
interface OwnSettings {
  /** The index of the flag's first argument. */
  readonly index: number;
  /** `--settings X` are two arguments, `--settings=X` is one. */
  readonly count: 1 | 2;
  /** JSON, or the path of a file. */
  readonly value: string;
}

/** Adds settings with hooks. The person's own settings are kept and merged with them. */
export async function planSettingsFlag(
  support: SettingsFlag,
  input: HookLaunchInput,
): Promise<HookLaunch | NoHooks> {
  const hooks = formatHookGroups(support, input.commandLine, HOOK_TIMEOUT_S);
  const own = findOwnSettings(support.flag, input);
  const named = own?.value ?? (support.variable && input.env[support.variable]);
  const merged = named
    ? await mergeWith(named, hooks, support, input)
    : await pass(hooks, support, input);
  if (typeof merged !== 'string') {
    return merged;
  }
  if (!own) {
    return { args: insertArgs(input, [support.flag, merged]), env: {} };
  }
  const before = input.args.slice(0, own.index);
  const after = input.args.slice(own.index + own.count);
  return { args: [...before, support.flag, merged, ...after], env: {} };
}

function findOwnSettings(
  flag: string,
  { args, trailing }: Pick<HookLaunchInput, 'args' | 'trailing'>,
): OwnSettings | undefined {
  const options = args.slice(0, args.length - trailing);
  const isOwn = options.map((arg) => arg === flag || arg.startsWith(`${flag}=`));
  const index = isOwn.lastIndexOf(true);
  const [first, second] = options.slice(index, index + 2);
  if (index < 0 || first === undefined) {
    return undefined;
  }
  if (first === flag) {
    return second === undefined ? undefined : { index, count: 2, value: second };
  }
  return { index, count: 1, value: first.slice(flag.length + 1) };
}

function pass(
  settings: CliSettings,
  { value }: Pick<SettingsFlag, 'value'>,
  { files }: Pick<HookLaunchInput, 'files'>,
): Promise<string> {
  const text = JSON.stringify(settings);
  return value === 'file' ? files.write('settings.json', text) : Promise.resolve(text);
}

/**
 * The file's content may be secret, so the result is written to another file and not to the
 * arguments.
 */
async function mergeWith(
  named: string,
  hooks: CliSettings,
  { value }: Pick<SettingsFlag, 'value'>,
  { files }: Pick<HookLaunchInput, 'files'>,
): Promise<string | NoHooks> {
  const inline = value === 'file' ? undefined : parseSettings(named);
  if (inline) {
    return JSON.stringify(mergeSettings(inline, hooks));
  }
  try {
    const settings = parseSettings(await files.read(named));
    return settings
      ? await files.write('settings.json', JSON.stringify(mergeSettings(settings, hooks)))
      : { reason: `${named}, its settings file, contains no settings` };
  } catch (error) {
    return {
      reason: `${named}, its settings file, cannot be read: ${toMessage(error)}`,
    };
  }
}

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

type CliSettings = Readonly<Record<string, unknown>>;

/**
 * Merges settings: objects are merged, lists are concatenated, and of single values `own` is kept.
 */
export function mergeSettings(own: CliSettings, more: CliSettings): CliSettings {
  const merged = Object.entries(more).map(([name, value]) => {
    const known = Object.hasOwn(own, name) ? own[name] : undefined;
    return [name, known === undefined ? value : mergeValues(known, value)];
  });
  return { ...own, ...(Object.fromEntries(merged) as CliSettings) };
}

export function parseSettings(text: string): CliSettings | undefined {
  // A text that is not JSON may be the name of a file.
  const value = tryParseJson(text);
  return isRecord(value) ? value : undefined;
}

function mergeValues(own: unknown, more: unknown): unknown {
  if (Array.isArray(own) && Array.isArray(more)) {
    return [...(own as readonly unknown[]), ...(more as readonly unknown[])];
  }
  return isRecord(own) && isRecord(more) ? mergeSettings(own, more) : own;
}

/** Settings with one group of hooks for each event, which matches all tools. */
function formatHookGroups(
  reading: HookReading,
  commandLine: HookLaunchInput['commandLine'],
  timeout: number,
): CliSettings {
  const groups = hookEvents(reading).map((event) => {
    const hook = { type: 'command', command: commandLine(event), timeout };
    return [event, [{ hooks: [hook] }]] as const;
  });
  return { hooks: Object.fromEntries(groups) };
}
