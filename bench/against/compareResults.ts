import { median } from '../measure/statistics';
import type { Results } from '../report/results';
import { formatCells } from '../report/table';

/** The results of both versions, measured directly after each other. */
export interface Round {
  readonly before: Results;
  readonly now: Results;
}

/** A part in two versions, by its ratio to the peer if it has one, else by our value. */
export interface ComparedPart {
  readonly id: string;
  readonly what: string;
  /** Median of the rounds, as is `now`. */
  readonly before: number;
  readonly now: number;
  /** `now` divided by `before`, of each round, ascending. */
  readonly changes: readonly number[];
}

/** Compares the parts that both versions have. */
export function compareResults(rounds: readonly Round[]): readonly ComparedPart[] {
  const names = rounds.flatMap(({ now }) =>
    Object.entries(now).flatMap(([id, { parts }]) =>
      Object.keys(parts).map((what) => `${id} ${what}`),
    ),
  );
  return [...new Set(names)].flatMap((name) => {
    const [id = '', what = ''] = [
      name.slice(0, name.indexOf(' ')),
      name.slice(name.indexOf(' ') + 1),
    ];
    const valueOf = (results: Results): number | undefined => {
      const measured = results[id]?.parts[what];
      return measured?.ratio ?? measured?.ours;
    };
    const pairs = rounds.flatMap(({ before, now }) => {
      const [earlier, later] = [valueOf(before), valueOf(now)];
      return earlier === undefined || later === undefined ? [] : [{ earlier, later }];
    });
    const changes = pairs.map(({ earlier, later }) => later / earlier).sort((a, b) => a - b);
    const before = median(pairs.map(({ earlier }) => earlier));
    const now = median(pairs.map(({ later }) => later));
    return pairs.length === 0 ? [] : [{ id, what, before, now, changes }];
  });
}

/** Formats compared parts as a Markdown table: the medians, and the median and spread of the changes. */
export function formatComparison(parts: readonly ComparedPart[]): string {
  const cells = parts.map(({ id, what, before, now, changes }) => [
    id,
    what,
    ...[before, now].map((value) => value.toPrecision(3)),
    ...[median(changes), changes[0] ?? NaN, changes.at(-1) ?? NaN].map((value) => value.toFixed(2)),
  ]);
  return formatCells([['row', 'part', 'before', 'now', 'change', 'from', 'to'], ...cells]);
}
