import {
  ANY_VALUE,
  type RecordField,
  type RecordMatch,
} from '../../providers/model/transcriptSupport';

/** What a record has for a field; undefined if it does not match or has nothing there. */
export function readField(record: unknown, field: RecordField): unknown {
  const isMeant =
    (field.where === undefined || matches(record, field.where)) &&
    !(field.unless !== undefined && matchesAny(record, field.unless));
  return isMeant ? valueAt(record, field.at) : undefined;
}

/** Whether a record has all of it. */
export function matches(record: unknown, match: RecordMatch): boolean {
  return Object.entries(match).every(([path, value]) => has(record, path, value));
}

/** Whether a record has any of it. */
export function matchesAny(record: unknown, match: RecordMatch): boolean {
  return Object.entries(match).some(([path, value]) => has(record, path, value));
}

function has(record: unknown, path: string, wanted: string | boolean): boolean {
  const value = valueAt(record, path);
  return wanted === ANY_VALUE ? value !== undefined && value !== null : value === wanted;
}

/** What a record has at the path of a property, `a.b.c`; undefined if nothing. */
export function valueAt(record: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    const isObject = typeof value === 'object' && value !== null;
    return isObject && Object.hasOwn(value, name)
      ? (value as Readonly<Record<string, unknown>>)[name]
      : undefined;
  }, record);
}
