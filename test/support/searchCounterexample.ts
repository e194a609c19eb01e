import fc from 'fast-check';

/** More than any search has the time for. */
const MOST_RUNS = 100_000;

/**
 * Searches for a counterexample of a property for some milliseconds, with one run at least.
 * @throws {Error} with the counterexample.
 */
export async function searchCounterexample<T>(
  property: fc.IAsyncProperty<T> | fc.IProperty<T>,
  ms: number,
): Promise<void> {
  // On a busy machine the time can be over before the first run has ended, which fast-check reports
  // as a failure.
  await fc.assert(property as fc.IAsyncProperty<T>, { numRuns: 1 });
  const limits = { numRuns: MOST_RUNS, interruptAfterTimeLimit: ms };
  const found = await fc.check(property as fc.IAsyncProperty<T>, limits);
  if (found.failed && !(found.interrupted && found.counterexample === null)) {
    throw new Error(fc.defaultReportMessage(found) ?? 'A counterexample was found.');
  }
}
