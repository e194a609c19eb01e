export type Measure<T> = () => Promise<T>;

/**
 * Runs `count` rounds of all measurements, one at a time, after a round that is not counted. Each round
 * begins with another measurement. Returns the values of each round.
 */
export async function measureRounds<Name extends string, T>(
  count: number,
  measures: Readonly<Record<Name, Measure<T>>>,
): Promise<readonly Readonly<Record<Name, T>>[]> {
  const names = Object.keys(measures) as Name[];
  const runRound = async (first: number): Promise<Record<Name, T>> => {
    const results: Partial<Record<Name, T>> = {};
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(first + turn) % names.length];
      if (name !== undefined) {
        results[name] = await measures[name]();
      }
    }
    return results as Record<Name, T>;
  };
  await runRound(0);
  const rounds: Record<Name, T>[] = [];
  for (let round = 0; round < count; round++) {
    rounds.push(await runRound(round));
  }
  return rounds;
}
