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

/** Whether a record matches all entries. */
export function matches(record: unknown, match: RecordMatch): boolean {
  return Object.entries(match).every(([path, value]) => has(record, path, value));
}

/** Whether a record matches any entry. */
export function matchesAny(record: unknown, match: RecordMatch): boolean {
  return Object.entries(match).some(([path, value]) => has(record, path, value));
}

function has(record: unknown, path: string, wanted: string | boolean): boolean {
  const value = valueAt(record, path);
  return wanted === ANY_VALUE ? value !== undefined && value !== null : value === wanted;
}

/** The value at a property path such as `a.b.c`; undefined if there is none. */
export function valueAt(record: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    const isObject = typeof value === 'object' && value !== null;
    return isObject && Object.hasOwn(value, name)
      ? (value as Readonly<Record<string, unknown>>)[name]
      : undefined;
  }, record);
}
