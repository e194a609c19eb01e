import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toMessage } from '../../src/base/errors';
import { runProgram } from '../../scripts/lib/runProgram.mjs';
import type { Results } from '../report/results';
import type { MeasuredRow } from './compareRows';

/** How long one group of rows may take, in milliseconds. */
const GROUP_TIMEOUT_MS = 900_000;

/**
 * Measures the groups one by one, by the command and the file of results that all versions have. A group that fails,
 * or that the version does not have, is reported and has no rows.
 */
export async function measureVersion(
  directory: string,
  ids: readonly string[],
  report: (line: string) => void,
): Promise<readonly MeasuredRow[]> {
  const rows: MeasuredRow[] = [];
  for (const id of ids) {
    try {
      rows.push(...(await measureGroup(directory, id)));
    } catch (error) {
      report(`${id} is not measured: ${toMessage(error)}`);
    }
  }
  return rows;
}

async function measureGroup(directory: string, id: string): Promise<readonly MeasuredRow[]> {
  const args = ['run', '--silent', 'bench', '--', id, '--write'];
  await runProgram('npm', args, { cwd: directory, timeoutMs: GROUP_TIMEOUT_MS });
  const text = await readFile(join(directory, 'bench', 'results.json'), 'utf8');
  return (JSON.parse(text) as Results).rows.filter((row) => row.id === id);
}
