import { measureColdRounds } from '../measure/measureRounds';
import type { Results } from '../report/results';
import { compareResults, type ComparedPart } from './compareResults';
import type { VersionCheckout } from './versionCheckout';

interface AgainstDeps {
  /** Checks out a commit, branch or tag of this repository. */
  readonly checkOut: (version: string) => Promise<VersionCheckout>;
  /** Measures in a checkout. */
  readonly measure: (directory: string) => Promise<Results>;
  readonly report: (line: string) => void;
}

interface AgainstOptions {
  /** A commit, branch or tag. */
  readonly version: string;
  readonly rounds: number;
}

/**
 * Measures another version and HEAD by turns, each in a checkout of its own, so that a change of the machine's speed
 * affects both. They take turns to begin a round.
 */
export async function measureAgainst(
  { checkOut, measure, report }: AgainstDeps,
  { version, rounds }: AgainstOptions,
): Promise<readonly ComparedPart[]> {
  const before = await checkOut(version);
  try {
    const now = await checkOut('HEAD');
    const measured = ({ commit, directory }: VersionCheckout) => {
      let count = 0;
      return () => {
        report(`Round ${++count} of ${rounds}: ${commit}`);
        return measure(directory);
      };
    };
    try {
      return compareResults(
        await measureColdRounds(rounds, { before: measured(before), now: measured(now) }),
      );
    } finally {
      await now.remove();
    }
  } finally {
    await before.remove();
  }
}
