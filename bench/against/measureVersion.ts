import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '../../scripts/lib/runProgram.mjs';
import { toMessage } from '../../src/base/errors';
import type { Result, Results } from '../report/results';

/** How long one row may take, in milliseconds. */
const ROW_TIMEOUT_MS = 3_600_000;

/**
 * Measures the rows one by one, by the command and the file of results that all versions have. A row that fails, or that
 * the version does not have, is reported and missing.
 */
export async function measureVersion(
  directory: string,
  ids: readonly string[],
  report: (line: string) => void,
): Promise<Results> {
  const results: Record<string, Result> = {};
  for (const id of ids) {
    try {
      const args = ['run', '--silent', 'bench', '--', id, '--write'];
      await runProgram('npm', args, { cwd: directory, timeoutMs: ROW_TIMEOUT_MS });
      const text = await readFile(join(directory, 'bench', 'results.json'), 'utf8');
      Object.assign(results, { [id]: (JSON.parse(text) as Results)[id] });
    } catch (error) {
      report(`${id} is not measured: ${toMessage(error)}`);
    }
  }
  return results;
}
