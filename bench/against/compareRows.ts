import { median } from '../measure/statistics';
import type { Row, Unit } from '../report/row';

/** A row as one version measured it in one round. */
export type MeasuredRow = Pick<Row, 'id' | 'what' | 'peerName' | 'unit' | 'ours' | 'ratio'>;

/** The rows of both versions, measured directly after each other. */
export interface Round {
  readonly before: readonly MeasuredRow[];
  readonly now: readonly MeasuredRow[];
}

/** A row in two versions. */
export interface ComparedRow {
  readonly id: string;
  readonly what: string;
  /** Whether `before`, `now` and `changes` are ratios to the row's peer, which the machine's speed affects less. */
  readonly ofRatio: boolean;
  readonly unit: Unit;
  /** Median of the rounds, as is `now`. */
  readonly before: number;
  readonly now: number;
  /** `now` divided by `before`, of each round, ascending. */
  readonly changes: readonly number[];
}

/**
 * Compares the rows that both versions have, in the order of the new one. The text of a row can differ
 * between versions: if both have as many rows with an id, their order decides, else their text and peer.
 */
export function compareRows(rounds: readonly Round[]): readonly ComparedRow[] {
  const all = rounds.flatMap(({ now }) => now);
  const rows = all.filter((row, at) => all.findIndex((other) => isSameRow(row, other)) === at);
  return rows.flatMap((row) => compareRow(row, rounds) ?? []);
}

function compareRow(row: MeasuredRow, rounds: readonly Round[]): ComparedRow | undefined {
  const pairs = rounds.flatMap(({ before, now }) => {
    const [earlier, later] = [findLike(row, now, before), findLike(row, now, now)];
    return earlier && later ? [{ earlier, later }] : [];
  });
  if (pairs.length === 0) {
    return undefined;
  }
  const ofRatio = pairs.every(
    ({ earlier, later }) => earlier.ratio !== undefined && later.ratio !== undefined,
  );
  const valueOf = ({ ours, ratio }: MeasuredRow): number => (ofRatio ? (ratio ?? ours) : ours);
  return {
    ...{ id: row.id, what: row.what, unit: row.unit, ofRatio },
    before: median(pairs.map(({ earlier }) => valueOf(earlier))),
    now: median(pairs.map(({ later }) => valueOf(later))),
    changes: pairs
      .map(({ earlier, later }) => valueOf(later) / valueOf(earlier))
      .sort((one, other) => one - other),
  };
}

function findLike(
  row: MeasuredRow,
  own: readonly MeasuredRow[],
  all: readonly MeasuredRow[],
): MeasuredRow | undefined {
  const group = own.filter(({ id }) => id === row.id);
  const others = all.filter(({ id }) => id === row.id);
  const isLike = (other: MeasuredRow): boolean => isSameRow(row, other);
  return group.length === others.length ? others[group.findIndex(isLike)] : others.find(isLike);
}

function isSameRow(one: MeasuredRow, other: MeasuredRow): boolean {
  return one.id === other.id && one.what === other.what && one.peerName === other.peerName;
}
