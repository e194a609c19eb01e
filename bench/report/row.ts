import { median } from '../measure/statistics';

/** What has to be so: of the ratio of ours to the peer's, or of `ours` itself where it says so or no peer is. */
export interface Target {
  readonly kind: 'atLeast' | 'atMost';
  readonly value: number;
  readonly of?: 'ours' | undefined;
}

/** `MB` is a million bytes, `%` of one core or of what the row names; `` is a count. */
export type Unit = 'MB/s' | 'ms' | 'MB' | 'KB' | '%' | '';

/** One measured line of the table. */
export interface Row {
  /** The goal it belongs to. */
  readonly id: string;
  readonly what: string;
  readonly peerName: string;
  readonly unit: Unit;
  /** Each the median of its runs; with no peer the target is about `ours` itself. */
  readonly ours: number;
  readonly peer?: number | undefined;
  /** The median of the pairs' own ratios, so that a machine that slows down in between matters less. */
  readonly ratio?: number | undefined;
  /** None: the row has no goal. */
  readonly target?: Target | undefined;
}

export type Verdict = 'met' | 'MISSED' | 'no goal';

/** What was measured one right after the other. */
export interface Pair {
  readonly ours: number;
  readonly peer: number;
}

/** What a row says of itself, before anything is measured. */
export type RowTitle = Pick<Row, 'id' | 'what' | 'peerName' | 'unit' | 'target'>;

export function toRow(title: RowTitle, pairs: readonly Pair[]): Row {
  return {
    ...title,
    ours: median(pairs.map(({ ours }) => ours)),
    peer: median(pairs.map(({ peer }) => peer)),
    ratio: median(pairs.map(({ ours, peer }) => ours / peer)),
  };
}

export function verdictOf({ ours, ratio, target }: Row): Verdict {
  if (!target) {
    return 'no goal';
  }
  const value = target.of === 'ours' ? ours : (ratio ?? ours);
  const isMet = target.kind === 'atLeast' ? value >= target.value : value <= target.value;
  return isMet ? 'met' : 'MISSED';
}
