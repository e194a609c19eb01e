import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from './machine';
import type { Row, Verdict } from './row';

export const RESULTS = join(__dirname, '..', 'results.json');

/** A measurement that a run skipped. */
export interface NotMeasured {
  readonly id: string;
  /** The measurement and the reason, as a clause without a full stop. */
  readonly what: string;
}

export interface StoredRow extends Row {
  readonly verdict: Verdict;
  /** Set if the row was measured at another date than the others. ISO 8601. */
  readonly date?: string;
}

/** How long a run without arguments took, in which no group failed. */
export interface TimedRun {
  /** ISO 8601. */
  readonly date: string;
  readonly seconds: number;
  readonly machine: Machine;
}

/** The content of `results.json`. */
export interface Results {
  /** Date of the last run without arguments or with `all`. ISO 8601. */
  readonly date: string;
  readonly node: string;
  readonly cores: number;
  /** The last of these runs; undefined until there was one. */
  readonly timedRun?: TimedRun;
  readonly missingPeers: readonly string[];
  readonly notMeasured: readonly NotMeasured[];
  readonly rows: readonly StoredRow[];
}

/** The groups that a run has measured. */
interface MeasuredGroups {
  readonly ids: readonly string[];
  readonly now: Results;
  /** Whether the run had no arguments, or `all`: its date and machine become those of the results. */
  readonly isWhole: boolean;
}

/** Replaces the rows of `ids` in `before` by those of `now`. Sorts the rows by the order of their ids in `order`. */
export function mergeResults(
  order: readonly string[],
  before: Results,
  { ids, now, isWhole }: MeasuredGroups,
): Results {
  const head = isWhole ? now : before;
  const dated = ({ date: own, ...row }: StoredRow, { date }: Results): StoredRow =>
    (own ?? date) === head.date ? row : { ...row, date: own ?? date };
  const others = before.rows.filter(({ id }) => !ids.includes(id));
  const rows = [
    ...others.map((row) => dated(row, before)),
    ...now.rows.map((row) => dated(row, now)),
  ];
  const timedRun = now.timedRun ?? before.timedRun;
  const notMeasured = before.notMeasured.filter(({ id }) => !ids.includes(id));
  return {
    ...head,
    ...(timedRun ? { timedRun } : {}),
    notMeasured: [...notMeasured, ...now.notMeasured],
    rows: rows.sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id)),
  };
}

export function readResults(): Results {
  return JSON.parse(readFileSync(RESULTS, 'utf8')) as Results;
}
