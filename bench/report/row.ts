import { median, percentile } from '../measure/statistics';

/** `MB` is a million bytes. */
export type Unit = 'MB/s' | 'ms' | 'MB';

/** What a part has to reach; `more` is what ours takes beyond its peer. */
export interface Goal {
  readonly kind: 'atLeast' | 'atMost';
  readonly value: number;
  readonly of: 'ratio' | 'ours' | 'more';
}

/** A measurement of a row. */
export interface Part {
  /** Unique within its row. */
  readonly what: string;
  readonly unit: Unit;
  readonly goal: Goal;
  /** Default: the peer of the row. */
  readonly peer?: string;
}

export interface Row {
  /** Such as `F1`, also its name on the command line. */
  readonly id: string;
  /** What a person feels. */
  readonly feels: string;
  readonly peer: string;
  readonly parts: readonly Part[];
}

/** Two values that were measured directly after each other; without `peer` if only ours was measured. */
export interface Pair {
  readonly ours: number;
  readonly peer?: number;
}

export type Spread = readonly [least: number, most: number];

/** The values of a part. */
export interface Measurement {
  /** Median of the rounds, as are `peer`, `ratio` and `more`. */
  readonly ours: number;
  readonly peer?: number;
  /** `ours` divided by `peer`, which a change of the machine's speed between rounds does not affect. */
  readonly ratio?: number;
  /** `ours` without `peer`. */
  readonly more?: number;
  /** The least and the greatest value of the rounds; undefined for old values that were stored without it. */
  readonly spread?: { readonly ours: Spread; readonly peer?: Spread };
}

/** The values of a row's parts, by their names. Parts that could not be measured are missing. */
export type Measurements = Readonly<Record<string, Measurement>>;

/** The medians of the rounds, with their spread. */
export function compare(rounds: readonly Pair[]): Measurement {
  const ours = rounds.map((round) => round.ours);
  const pairs = rounds.flatMap(({ ours: own, peer }) => (peer === undefined ? [] : { own, peer }));
  if (pairs.length === 0) {
    return { ours: median(ours), spread: { ours: spreadOf(ours) } };
  }
  const peers = pairs.map(({ peer }) => peer);
  const ratio = median(pairs.map(({ own, peer }) => own / peer));
  return {
    ours: median(ours),
    peer: median(peers),
    // Both values can be zero.
    ...(Number.isFinite(ratio) ? { ratio } : {}),
    more: median(pairs.map(({ own, peer }) => own - peer)),
    spread: { ours: spreadOf(ours), peer: spreadOf(peers) },
  };
}

/** What both sides took in one round, several times each. */
export type Times = Readonly<Record<'ours' | 'peer', readonly number[]>>;

/**
 * As {@link compare}, of one percentile. Above the median it is the percentile of all rounds together, since few values
 * of one round exceed it; the spread is that of the rounds.
 */
export function comparePercentile(rounds: readonly Times[], percent: number): Measurement {
  const pairOf = (some: readonly Times[]) => ({
    ours: percentile(
      some.flatMap(({ ours }) => ours),
      percent,
    ),
    peer: percentile(
      some.flatMap(({ peer }) => peer),
      percent,
    ),
  });
  const compared = compare(rounds.map((round) => pairOf([round])));
  const { spread } = compared;
  return percent === 50 || !spread ? compared : { ...compare([pairOf(rounds)]), spread };
}

function spreadOf(values: readonly number[]): Spread {
  return [Math.min(...values), Math.max(...values)];
}

/** How far a part is from its goal: 1 at the goal, more if it is missed. */
export function distanceToGoal({ goal }: Part, measured: Measurement): number {
  const value = measured[goal.of] ?? NaN;
  return goal.kind === 'atMost' ? value / goal.value : goal.value / value;
}
