import { measureRounds, type Measure } from './measureRounds';

export type Measured<T> = Readonly<Record<'ours' | 'peer', T>>;

/** Measures both `count` times, in alternating order, after a round that is not counted. */
export function measurePairs<T>(
  count: number,
  ours: Measure<T>,
  peer: Measure<T>,
): Promise<readonly Measured<T>[]> {
  return measureRounds(count, { ours, peer });
}

/** Returns the duration of `work` in milliseconds. */
export async function timeOf(work: () => Promise<unknown> | void): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Returns MB (a million bytes) per second. */
export function rateOf(bytes: number, ms: number): number {
  return bytes / 1000 / ms;
}
