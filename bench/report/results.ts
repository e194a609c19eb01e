import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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
  /** Set if the row was measured in a later run than the others. ISO 8601. */
  readonly date?: string;
}

/** The content of `results.json`. */
export interface Results {
  /** Date of the run. ISO 8601. */
  readonly date: string;
  readonly node: string;
  readonly cores: number;
  readonly missingPeers: readonly string[];
  readonly notMeasured: readonly NotMeasured[];
  readonly rows: readonly StoredRow[];
}

/** Replaces the rows of `ids` in `before` by those of `now`. Sorts the rows by the order of their ids in `order`. */
export function mergeResults(
  order: readonly string[],
  before: Results,
  { ids, now }: { readonly ids: readonly string[]; readonly now: Results },
): Results {
  const others = before.rows.filter(({ id }) => !ids.includes(id));
  const measured = now.rows.map((row) => ({ ...row, date: now.date }));
  const notMeasured = before.notMeasured.filter(({ id }) => !ids.includes(id));
  return {
    ...before,
    notMeasured: [...notMeasured, ...now.notMeasured],
    rows: [...others, ...measured].sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id)),
  };
}

export function readResults(): Results {
  return JSON.parse(readFileSync(RESULTS, 'utf8')) as Results;
}
