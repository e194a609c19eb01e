import { SETTINGS_SECTION } from './contributions';

/** A value in the settings that could not be used. */
export interface SettingProblem {
  /** Below `agentTerminals.`: `maxSessions`, `providers.my-agent.env.PORT`. */
  readonly key: string;
  readonly was: unknown;
  /** The expected value, in words: 'a whole number from 1 to 1024'. */
  readonly expected: string;
  /** The value used instead; undefined if the setting is ignored. */
  readonly used: unknown;
}

const LONGEST_VALUE = 80;

/** One sentence for the person: which setting, its value, and the value used instead. */
export function formatSettingProblem({ key, was, expected, used }: SettingProblem): string {
  const outcome =
    used === undefined
      ? 'it is ignored until you correct it in the settings'
      : `${formatValue(used)} is used until you correct it in the settings`;
  return `The setting ${SETTINGS_SECTION}.${key} is ${describe(key, was)}, not ${expected}: ${outcome}.`;
}

/** Gives only the type of an environment variable, because its value may be a secret. */
function describe(key: string, value: unknown): string {
  return /^providers\.[^.]+\.env\b/.test(key) ? describeType(value) : formatValue(value);
}

function formatValue(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}

function describeType(value: unknown): string {
  if (value === null) {
    return 'null';
  }
  return Array.isArray(value) ? 'a list' : `of type ${typeof value}`;
}
