export type Measure<T> = () => Promise<T>;

/**
 * Measures all `count` times, taking turns in who is first; one run of each before warms up.
 * Gives what each round measured, one right after the other.
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
