import {
  ANY_VALUE,
  type RecordField,
  type RecordMatch,
} from '../../providers/model/transcriptSupport';

/**
 * The value of a field in a record; undefined if the record does not match or has no such field.
 */
export function readField(record: unknown, field: RecordField): unknown {
  const isMeant =
    (field.where === undefined || matches(record, field.where)) &&
    !(field.unless !== undefined && matchesAny(record, field.unless));
  return isMeant ? valueAt(record, field.at) : undefined;
}

export function matches(record: unknown, match: RecordMatch): boolean {
  return Object.entries(match).every(([path, value]) => has(record, path, value));
}

export function matchesAny(record: unknown, match: RecordMatch): boolean {
  return Object.entries(match).some(([path, value]) => has(record, path, value));
}

function has(record: unknown, path: string, wanted: string | boolean): boolean {
  const value = valueAt(record, path);
  return wanted === ANY_VALUE ? value !== undefined && value !== null : value === wanted;
}

/**
 * The value at a property path such as `a.b.c`, in which `*` is the first element of a list that has the rest; undefined
 * if there is none.
 */
export function valueAt(record: unknown, path: string): unknown {
  return valueBelow(record, path.split('.'));
}

function valueBelow(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) {
    return value;
  }
  if (name === '*' && Array.isArray(value)) {
    return value.map((one) => valueBelow(one, rest)).find((found) => found !== undefined);
  }
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? valueBelow((value as Readonly<Record<string, unknown>>)[name], rest)
    : undefined;
}
