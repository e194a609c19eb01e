import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchProgram } from '../../scripts/lib/bundles/benchBundle.mjs';
import { runProgram } from '../../scripts/lib/runProgram.mjs';
import type { Measurements } from '../report/row';

const PROGRAM = benchProgram('measure/rowProgram');
/** How long one row may take, in milliseconds. */
const LIMIT_MS = 3_600_000;

/**
 * Measures one row in a process of its own: a process that has grown starts programs more slowly.
 * @throws if the row could not be measured, or took too long; its process prints any other reason
 */
export async function measureRow(id: string, rounds: number): Promise<Measurements> {
  const directory = await mkdtemp(join(tmpdir(), 'agent-terminals-bench-'));
  const path = join(directory, 'result.json');
  try {
    const options = { live: true, timeoutMs: LIMIT_MS };
    await runProgram(process.execPath, [PROGRAM, id, String(rounds), path], options);
    return JSON.parse(await readFile(path, 'utf8')) as Measurements;
  } finally {
    await rm(directory, { recursive: true });
  }
}
