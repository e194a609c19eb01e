import { isRecord } from '../../../base/isRecord';
import { tryParseJson } from '../../../base/parseJson';

/** Settings as JSON has them. */
export type Settings = Readonly<Record<string, unknown>>;

/** All of both: objects are merged, lists go on with the other's, and of single values `own` is kept. */
export function mergeSettings(own: Settings, more: Settings): Settings {
  const merged = Object.entries(more).map(([name, value]) => {
    const known = Object.hasOwn(own, name) ? own[name] : undefined;
    return [name, known === undefined ? value : mergeValues(known, value)];
  });
  return { ...own, ...(Object.fromEntries(merged) as Settings) };
}

/** Undefined for what is no JSON object. */
export function parseSettings(text: string): Settings | undefined {
  // What is no JSON is something else, the name of a file say.
  const value = tryParseJson(text);
  return isRecord(value) ? value : undefined;
}

function mergeValues(own: unknown, more: unknown): unknown {
  if (Array.isArray(own) && Array.isArray(more)) {
    return [...(own as readonly unknown[]), ...(more as readonly unknown[])];
  }
  return isRecord(own) && isRecord(more) ? mergeSettings(own, more) : own;
}
