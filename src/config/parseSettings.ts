import { isRecord } from '../base/isRecord';
import { DEFAULT_PROVIDER_ID } from '../providers/registry/providerRegistry';
import { MAX_SCROLLBACK_ROWS } from '../pty/limits';
import type { SettingKey } from './contributions';
import { parseProviders } from './parseProviders';
import { parseStatusRules } from './parseStatusRules';
import { MESSAGE_KINDS, TASK_ORDERS, type SettingProblem, type Settings } from './settings';

/** The unparsed value of each setting; undefined if it is not set. */
export type RawSettings = Readonly<Record<SettingKey, unknown>>;

export interface ParsedSettings {
  readonly settings: Settings;
  readonly problems: readonly SettingProblem[];
}

interface Rule<T> {
  readonly fallback: T;
  readonly expected: string;
  /** Returns the value if it is valid. */
  parse(raw: unknown): T | undefined;
  /** Returns the nearest valid value, if there is one. */
  repair?(raw: unknown): T | undefined;
}

/** At least one visible character, and no NUL. */
const LINE = /^(?=.*\S)[^\0]*$/s;

type SimpleKey = Exclude<SettingKey, 'providers' | 'statusRules'>;

const RULES: { readonly [K in SimpleKey]: Rule<Settings[K]> } = {
  defaultProvider: text('the id of a provider', DEFAULT_PROVIDER_ID, /\S/),
  autoApprove: flag(false),
  spawnMode: oneOf(['shell', 'direct']),
  persistence: oneOf(['window', 'tmux', 'host']),
  afterExit: oneOf(['shell', 'keep', 'close']),
  shell: text('a string', ''),
  shellSetup: text('a string', ''),
  inheritEnv: flag(false),
  envPassthrough: listOf('names of variables', /^[^=\0]+$/),
  ideLink: flag(true),
  location: oneOf(['editor', 'panel', 'beside']),
  onTerminalClose: oneOf(['detach', 'kill']),
  restoreOnStartup: { ...oneOf(['resume', 'list', 'off']), fallback: 'list' },
  taskOrder: oneOf(TASK_ORDERS),
  scrollback: wholeNumber({ min: 0, max: MAX_SCROLLBACK_ROWS, fallback: 10_000 }),
  maxSessions: wholeNumber({ min: 1, max: 1024, fallback: 128 }),
  exitedRetentionSeconds: wholeNumber({ min: 0, max: 3600, fallback: 60 }),
  keepScreensOnDisk: flag(true),
  screenWorker: oneOf(['auto', 'off']),
  'worktree.mode': { ...oneOf(['ask', 'always', 'never']), fallback: 'never' },
  'worktree.directory': text('a string', ''),
  'worktree.branchPrefix': text('a string', 'agent/'),
  'worktree.copy': listOf('patterns', LINE),
  'worktree.symlink': listOf('patterns', LINE),
  'worktree.fetch': oneOf(['ask', 'always', 'never']),
  'worktree.setup': listOf('commands', LINE),
  'worktree.teardown': listOf('commands', LINE),
  gitPath: text('a string', ''),
  sshPath: text('a string', ''),
  tmuxPath: text('a string', ''),
  'api.enabled': flag(true),
  'api.tcp': oneOf(['onRequest', 'always', 'never']),
  agentsMayDrive: flag(false),
  notifications: messages(),
};

// `Object.keys` loses the type of the keys.
const SIMPLE_KEYS = Object.keys(RULES) as readonly SimpleKey[];

/**
 * Builds complete settings from raw values. Invalid values are replaced by the nearest valid value
 * or the default.
 */
export function parseSettings(raw: RawSettings): ParsedSettings {
  const providers = parseProviders(raw.providers === undefined ? {} : raw.providers);
  const statusRules = parseStatusRules(raw.statusRules === undefined ? {} : raw.statusRules);
  const problems: SettingProblem[] = [...providers.problems, ...statusRules.problems];
  const others = SIMPLE_KEYS.map((key) => [
    key,
    applyRule<unknown>(key, RULES[key], raw[key], problems),
  ]);
  const settings: Settings = Object.freeze({
    // The entries have every key of the type exactly once.
    ...(Object.fromEntries(others) as Pick<Settings, SimpleKey>),
    providers: providers.value,
    statusRules: statusRules.value,
  });
  return { settings, problems };
}

function applyRule<T>(key: SettingKey, rule: Rule<T>, was: unknown, problems: SettingProblem[]): T {
  if (was === undefined) {
    return rule.fallback;
  }
  const parsed = rule.parse(was);
  if (parsed !== undefined) {
    return parsed;
  }
  const used = rule.repair?.(was) ?? rule.fallback;
  problems.push({ key, was, expected: rule.expected, used });
  return used;
}

function flag(fallback: boolean): Rule<boolean> {
  return {
    fallback,
    expected: 'true or false',
    parse: (raw) => (typeof raw === 'boolean' ? raw : undefined),
  };
}

/** The first value is the default. */
function oneOf<const T extends readonly [string, ...string[]]>(values: T): Rule<T[number]> {
  return {
    fallback: values[0],
    expected: `one of ${values.map((value) => JSON.stringify(value)).join(', ')}`,
    parse: (raw) => values.find((value) => value === raw),
  };
}

function text(expected: string, fallback: string, pattern = /^/): Rule<string> {
  return {
    fallback,
    expected,
    // A NUL ends a string in system calls.
    parse: (raw) =>
      typeof raw === 'string' && !raw.includes('\0') && pattern.test(raw) ? raw : undefined,
  };
}

interface NumberLimits {
  readonly min: number;
  readonly max: number;
  readonly fallback: number;
}

function wholeNumber({ min, max, fallback }: NumberLimits): Rule<number> {
  const isWhole = (raw: unknown): raw is number => typeof raw === 'number' && Number.isInteger(raw);
  return {
    fallback,
    expected: `a whole number from ${min} to ${max}`,
    parse: (raw) => (isWhole(raw) && raw >= min && raw <= max ? raw : undefined),
    repair: (raw) => (isWhole(raw) ? Math.min(Math.max(raw, min), max) : undefined),
  };
}

function listOf(what: string, pattern: RegExp): Rule<readonly string[]> {
  const isItem = (raw: unknown): raw is string => typeof raw === 'string' && pattern.test(raw);
  return {
    fallback: Object.freeze([]),
    expected: `a list of ${what}`,
    parse: (raw) => (Array.isArray(raw) && raw.every(isItem) ? Object.freeze([...raw]) : undefined),
    repair: (raw) => (Array.isArray(raw) ? Object.freeze(raw.filter(isItem)) : undefined),
  };
}

function messages(): Rule<Settings['notifications']> {
  const time = oneOf(['whenUnfocused', 'never', 'always']);
  const valid = (raw: Readonly<Record<string, unknown>>) => {
    const when = time.parse(raw['when']);
    const switches = MESSAGE_KINDS.flatMap((kind) => {
      const value = raw[kind];
      return typeof value === 'boolean' ? [[kind, value] as const] : [];
    });
    return Object.freeze({ ...(when && { when }), ...Object.fromEntries(switches) });
  };
  const isWhole = (raw: Readonly<Record<string, unknown>>): boolean =>
    Object.keys(valid(raw)).length === Object.keys(raw).length;
  return {
    fallback: time.fallback,
    expected: `${time.expected}, or an object of "when" with one of them and of ${MESSAGE_KINDS.join(', ')} with true or false`,
    parse: (raw) => time.parse(raw) ?? (isRecord(raw) && isWhole(raw) ? valid(raw) : undefined),
    repair: (raw) => (isRecord(raw) ? valid(raw) : undefined),
  };
}
