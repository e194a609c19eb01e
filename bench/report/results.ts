import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row, Verdict } from './row';

export const RESULTS = join(__dirname, '..', 'results.json');

/** What a run could not measure here, and why. */
export interface LeftOut {
  readonly id: string;
  /** A clause. */
  readonly what: string;
}

export interface WrittenRow extends Row {
  readonly verdict: Verdict;
  /** Where it was measured apart from the others. */
  readonly date?: string;
}

/** What `results.json` holds. */
export interface Results {
  /** Of the run; ISO 8601, as all dates here. */
  readonly date: string;
  readonly node: string;
  readonly cores: number;
  readonly missingPeers: readonly string[];
  readonly notMeasured: readonly LeftOut[];
  readonly rows: readonly WrittenRow[];
}

/** `now` measured the rows of `ids` alone: they take the place of those before, in the order of `order`. */
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
