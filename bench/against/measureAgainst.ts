import { measureColdRounds } from '../measure/measureRounds';
import { compareRows, type ComparedRow, type MeasuredRow } from './compareRows';
import type { VersionCheckout } from './versionCheckout';

interface AgainstDeps {
  /** Checks out a commit, branch or tag of this repository. */
  readonly checkOut: (version: string) => Promise<VersionCheckout>;
  /** Measures groups of rows in a checkout. */
  readonly measure: (directory: string, ids: readonly string[]) => Promise<readonly MeasuredRow[]>;
  readonly report: (line: string) => void;
}

interface AgainstOptions {
  /** A commit, branch or tag. */
  readonly version: string;
  readonly ids: readonly string[];
  readonly rounds: number;
}

/**
 * Measures groups of rows in another version and in HEAD by turns, each in a checkout of its own, so
 * that a change of the machine's speed affects both. They take turns to begin a round.
 */
export async function measureAgainst(
  deps: AgainstDeps,
  options: AgainstOptions,
): Promise<readonly ComparedRow[]> {
  const before = await deps.checkOut(options.version);
  try {
    const now = await deps.checkOut('HEAD');
    try {
      return compareRows(await measureByTurns(deps, options, { before, now }));
    } finally {
      await now.remove();
    }
  } finally {
    await before.remove();
  }
}

function measureByTurns(
  { measure, report }: AgainstDeps,
  { ids, rounds }: AgainstOptions,
  checkouts: Readonly<Record<'before' | 'now', VersionCheckout>>,
) {
  const measured = ({ commit, directory }: VersionCheckout) => {
    let count = 0;
    return () => {
      count += 1;
      report(`Round ${count} of ${rounds}: ${commit}`);
      return measure(directory, ids);
    };
  };
  return measureColdRounds(rounds, {
    before: measured(checkouts.before),
    now: measured(checkouts.now),
  });
}
