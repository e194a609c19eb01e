import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '../../scripts/lib/runProgram.mjs';
import type { Results } from '../report/results';
import { compareRows, type ComparedRow, type MeasuredRow, type Round } from './compareRows';
import { checkOutVersion } from './versionCheckout';

/** How long one group of rows may take, in milliseconds. */
const GROUP_TIMEOUT_MS = 900_000;

interface AgainstOptions {
  /** A commit, branch or tag. */
  readonly version: string;
  readonly ids: readonly string[];
  readonly rounds: number;
  readonly report: (line: string) => void;
}

/**
 * Measures groups of rows in another version and in HEAD by turns, each in a checkout of its own, so
 * that a change of the machine's speed affects both.
 */
export async function measureAgainst(options: AgainstOptions): Promise<readonly ComparedRow[]> {
  const { version, ids, rounds, report } = options;
  const before = await checkOutVersion(version);
  try {
    const now = await checkOutVersion('HEAD');
    try {
      const measured: Round[] = [];
      for (let round = 1; round <= rounds; round++) {
        report(`Round ${round} of ${rounds}: ${before.commit}, then ${now.commit}`);
        measured.push({
          before: await measureIn(before.directory, ids),
          now: await measureIn(now.directory, ids),
        });
      }
      return compareRows(measured);
    } finally {
      await now.remove();
    }
  } finally {
    await before.remove();
  }
}

/** Measures the groups one by one, by the command and the file of results that all versions have. */
async function measureIn(
  directory: string,
  ids: readonly string[],
): Promise<readonly MeasuredRow[]> {
  const rows: MeasuredRow[] = [];
  for (const id of ids) {
    const args = ['run', '--silent', 'bench', '--', id, '--write'];
    await runProgram('npm', args, { cwd: directory, timeoutMs: GROUP_TIMEOUT_MS });
    const text = await readFile(join(directory, 'bench', 'results.json'), 'utf8');
    rows.push(...(JSON.parse(text) as Results).rows.filter((row) => row.id === id));
  }
  return rows;
}
