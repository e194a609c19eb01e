import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { distanceToGoal, type Measurement, type Measurements, type Part, type Row } from './row';

export const RESULTS = join(__dirname, '..', 'results.json');

/** The values of a row, and when and where they were measured. */
export interface Result {
  /** ISO 8601. */
  readonly date: string;
  /** Such as `2 cores, Node v24.0.0`. */
  readonly machine: string;
  readonly parts: Measurements;
}

/** The content of `results.json`, by the ids of rows. Rows and parts that were never measured are missing. */
export type Results = Readonly<Record<string, Result>>;

export function readResults(): Results {
  return JSON.parse(readFileSync(RESULTS, 'utf8')) as Results;
}

/** These values, measured now on this machine. */
export function resultOf(parts: Measurements): Result {
  const machine = `${availableParallelism()} cores, Node ${process.version}`;
  return { date: new Date().toISOString().slice(0, 10), machine, parts };
}

/** A row by its part that is furthest from its goal. */
export interface Summary {
  readonly row: Row;
  /** Undefined if no part was measured. */
  readonly worst: { readonly part: Part; readonly measured: Measurement } | undefined;
  readonly missed: number;
  readonly unmeasured: number;
}

export function summarise(row: Row, results: Results): Summary {
  const found = row.parts.flatMap((part) => {
    const measured = results[row.id]?.parts[part.what];
    return measured ? [{ part, measured, distance: distanceToGoal(part, measured) }] : [];
  });
  const [worst] = found.toSorted((one, other) => other.distance - one.distance);
  return {
    row,
    worst,
    // A value that is no number is missed.
    missed: found.filter(({ distance }) => !(distance <= 1)).length,
    unmeasured: row.parts.length - found.length,
  };
}
