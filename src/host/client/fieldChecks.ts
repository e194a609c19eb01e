import { isRecord } from '../../base/isRecord';

/** A parsed JSON object whose fields are not validated. */
type Fields = Readonly<Record<string, unknown>>;

export const isString = (value: unknown): value is string => typeof value === 'string';
export const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);
export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

/** Returns a check that accepts null and what `check` accepts. */
export function orNull(check: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => value === null || check(value);
}

export function oneOf(values: readonly string[]): (value: unknown) => boolean {
  return (value) => isString(value) && values.includes(value);
}

/** Whether a value is an object whose fields all pass the checks of a table. */
export function hasFields(
  value: unknown,
  checks: Readonly<Record<string, (value: unknown) => boolean>>,
): value is Fields {
  return isRecord(value) && Object.entries(checks).every(([name, check]) => check(value[name]));
}
