export type Measure<T> = () => Promise<T>;

export interface Measured<T> {
  readonly ours: T;
  readonly peer: T;
}

/** Measures both `count` times, taking turns in who is first; one run of each before warms up. */
export async function measurePairs<T>(
  count: number,
  ours: Measure<T>,
  peer: Measure<T>,
): Promise<readonly Measured<T>[]> {
  await ours();
  await peer();
  const pairs: Measured<T>[] = [];
  for (let index = 0; index < count; index++) {
    if (index % 2 === 0) {
      pairs.push({ ours: await ours(), peer: await peer() });
    } else {
      const second = await peer();
      pairs.push({ ours: await ours(), peer: second });
    }
  }
  return pairs;
}

/** Milliseconds that `work` takes. */
export async function timeOf(work: () => Promise<unknown> | void): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** MB (a million bytes) per second. */
export function rateOf(bytes: number, ms: number): number {
  return bytes / 1000 / ms;
}
