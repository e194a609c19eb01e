import { isRecord } from '../../../base/isRecord';
import { tryParseJson } from '../../../base/parseJson';

/** Settings of a CLI, as parsed from JSON. */
export type CliSettings = Readonly<Record<string, unknown>>;

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

/** Undefined if the text is not a JSON object. */
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
