import { percentile } from '../measure/statistics';
import { toRow, type Pair, type Row, type RowTitle } from './row';

/** What both sides took in one round, several times each. */
export type PairOfTimes = Readonly<Record<keyof Pair, readonly number[]>>;

/** The times of pairs that were measured in one round. */
export function timesOf(pairs: readonly Pair[]): PairOfTimes {
  return { ours: pairs.map(({ ours }) => ours), peer: pairs.map(({ peer }) => peer) };
}

/**
 * A row of one percentile, with the spread of the rounds. The value is the median of the rounds if the percentile is
 * the median, else the percentile of all rounds together: few values of one round exceed it.
 */
export function percentileRow(
  title: RowTitle,
  rounds: readonly PairOfTimes[],
  percent: number,
): Row {
  const row = toRow(
    title,
    rounds.map((round) => pairOf([round], percent)),
  );
  return percent === 50 ? row : { ...toRow(title, [pairOf(rounds, percent)]), spread: row.spread };
}

function pairOf(rounds: readonly PairOfTimes[], percent: number): Pair {
  const at = (side: keyof Pair): number =>
    percentile(
      rounds.flatMap((round) => round[side]),
      percent,
    );
  return { ours: at('ours'), peer: at('peer') };
}
