import { toMessage } from '../../../base/errors';
import type { HookSupport } from '../../model/hookSupport';
import { formatHookGroups } from './formatHookGroups';
import {
  HOOK_TIMEOUT_S,
  insertArgs,
  type HookLaunch,
  type HookLaunchInput,
  type NoHooks,
} from './hookLaunch';
import { mergeSettings, parseSettings, type CliSettings } from './mergeSettings';

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

/** The value of the flag with these settings. */
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
