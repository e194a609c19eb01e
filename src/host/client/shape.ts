import { isRecord } from '../../base/isRecord';

/** What JSON may hold, looked into with care. */
export type Fields = Readonly<Record<string, unknown>>;

export const isString = (value: unknown): value is string => typeof value === 'string';
export const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);
export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

/** Takes what `isIt` takes, and null. */
export function orNull(isIt: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => value === null || isIt(value);
}

export function oneOf(words: readonly string[]): (value: unknown) => boolean {
  return (value) => isString(value) && words.includes(value);
}

/** Whether a value has all the fields of a table, each as its check wants it. */
export function hasFields(
  value: unknown,
  checks: Readonly<Record<string, (value: unknown) => boolean>>,
): value is Fields {
  return isRecord(value) && Object.entries(checks).every(([name, isIt]) => isIt(value[name]));
}
