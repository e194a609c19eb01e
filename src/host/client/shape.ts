import { isRecord } from '../../base/isRecord';

/** A parsed JSON object whose fields are not validated. */
type Fields = Readonly<Record<string, unknown>>;

export const isString = (value: unknown): value is string => typeof value === 'string';
export const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);
export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

/** Returns a check that accepts null and what `isIt` accepts. */
export function orNull(isIt: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => value === null || isIt(value);
}

export function oneOf(words: readonly string[]): (value: unknown) => boolean {
  return (value) => isString(value) && words.includes(value);
}

/** Whether a value is an object whose fields all pass the checks of a table. */
export function hasFields(
  value: unknown,
  checks: Readonly<Record<string, (value: unknown) => boolean>>,
): value is Fields {
  return isRecord(value) && Object.entries(checks).every(([name, isIt]) => isIt(value[name]));
}
