type Measure<T> = () => Promise<T>;

/**
 * Runs `count` rounds of all measurements, one at a time, after a round that is not counted. Each round
 * begins with another measurement. Returns the values of each round.
 */
export async function measureRounds<Name extends string, T>(
  count: number,
  measures: Measures<Name, T>,
): Promise<readonly Readonly<Record<Name, T>>[]> {
  await runRound(measures, 0);
  return measureColdRounds(count, measures);
}

/** As {@link measureRounds}, for measurements whose first round is as the others: each round is counted. */
export async function measureColdRounds<Name extends string, T>(
  count: number,
  measures: Measures<Name, T>,
): Promise<readonly Readonly<Record<Name, T>>[]> {
  const rounds: Record<Name, T>[] = [];
  for (let round = 0; round < count; round++) {
    rounds.push(await runRound(measures, round));
  }
  return rounds;
}

type Measures<Name extends string, T> = Readonly<Record<Name, Measure<T>>>;

/** Measures all, beginning with the one at `first`. */
async function runRound<Name extends string, T>(
  measures: Measures<Name, T>,
  first: number,
): Promise<Record<Name, T>> {
  const names = Object.keys(measures) as Name[];
  const results: Partial<Record<Name, T>> = {};
  for (let turn = 0; turn < names.length; turn++) {
    const name = names[(first + turn) % names.length];
    if (name !== undefined) {
      results[name] = await measures[name]();
    }
  }
  return results as Record<Name, T>;
}

/** Returns the duration of `work` in milliseconds. */
export async function timeOf(work: () => Promise<unknown> | void): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
