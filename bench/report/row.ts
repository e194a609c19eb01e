import { median, percentile } from '../measure/statistics';

/**
 * The goal of a row. `value` applies to the ratio of `ours` to `peer`, or to `ours` if `of` is `'ours'` or the
 * row has no peer.
 */
export interface Target {
  readonly kind: 'atLeast' | 'atMost';
  readonly value: number;
  readonly of?: 'ours' | undefined;
}

/** `MB` is a million bytes; `%` refers to one core or to the total that the row names; `` is a count. */
export type Unit = 'MB/s' | 'ms' | 'MB' | 'KB' | '%' | '';

/** A row of the table. */
export interface Row {
  /** The id of its group, such as `P1`. */
  readonly id: string;
  readonly what: string;
  readonly peerName: string;
  readonly unit: Unit;
  /** Median of the runs, as is `peer`; the worst run where `what` or docs/performance.md states it. */
  readonly ours: number;
  /** Undefined if the row has no peer. */
  readonly peer?: number | undefined;
  /** Median of the ratios of the pairs, which a change of the machine's speed between pairs does not affect. */
  readonly ratio?: number | undefined;
  /** The least and the greatest value of the runs; undefined for what does not differ between runs, such as a size. */
  readonly spread?: Readonly<Partial<Record<keyof Pair, Spread>>> | undefined;
  /** Undefined if the row has no goal. */
  readonly target?: Target | undefined;
}

export type Spread = readonly [least: number, most: number];

export type Verdict = 'met' | 'MISSED' | 'no goal';

/** Two values that were measured directly after each other. */
export interface Pair {
  readonly ours: number;
  readonly peer: number;
}

/** The columns of a row that do not depend on the measurement. */
export type RowTitle = Pick<Row, 'id' | 'what' | 'peerName' | 'unit' | 'target'>;

/** The medians of pairs, with their spread if there are several. */
export function toRow(title: RowTitle, pairs: readonly Pair[]): Row {
  const valuesOf = (key: keyof Pair): number[] => pairs.map((pair) => pair[key]);
  return {
    ...title,
    ours: median(valuesOf('ours')),
    peer: median(valuesOf('peer')),
    ratio: median(pairs.map(({ ours, peer }) => ours / peer)),
    ...(pairs.length > 1
      ? { spread: { ours: spreadOf(valuesOf('ours')), peer: spreadOf(valuesOf('peer')) } }
      : {}),
  };
}

/** The median of a row without a peer, or another percentile, such as 100 for the slowest run; with the spread of all. */
export function toLoneRow(
  title: Omit<RowTitle, 'peerName'>,
  values: readonly number[],
  percent = 50,
): Row {
  return {
    ...title,
    peerName: '',
    ours: percentile(values, percent),
    spread: { ours: spreadOf(values) },
  };
}

function spreadOf(values: readonly number[]): Spread {
  return [Math.min(...values), Math.max(...values)];
}

export function verdictOf({ ours, ratio, target }: Row): Verdict {
  if (!target) {
    return 'no goal';
  }
  const value = target.of === 'ours' ? ours : (ratio ?? ours);
  const isMet = target.kind === 'atLeast' ? value >= target.value : value <= target.value;
  return isMet ? 'met' : 'MISSED';
}
