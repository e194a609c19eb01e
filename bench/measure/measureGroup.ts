import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchProgram } from '../../scripts/lib/bundles/benchBundle.mjs';
import { runProgram } from '../../scripts/lib/runProgram.mjs';
import type { Family } from '../growth/family';
import type { Row } from '../report/row';

const PROGRAM = benchProgram('measure/groupProgram');
/** How long one group may take, in milliseconds. */
const LIMIT_MS = 900_000;

export interface GroupResult {
  readonly rows: readonly Row[];
  /** How cost grows; empty for groups of rows. */
  readonly families: readonly Family[];
  /** The skipped measurements and their reasons, each a clause without a full stop. */
  readonly notMeasured: readonly string[];
}

/**
 * Measures one group in a process of its own: a process that has grown starts programs more slowly.
 * @throws if the group could not be measured, or took too long; its process prints any other reason
 */
export async function measureGroup(id: string): Promise<GroupResult> {
  const directory = await mkdtemp(join(tmpdir(), 'agent-terminals-bench-'));
  const path = join(directory, 'result.json');
  try {
    const options = { live: true, timeoutMs: LIMIT_MS };
    await runProgram(process.execPath, [PROGRAM, id, path], options);
    return JSON.parse(await readFile(path, 'utf8')) as GroupResult;
  } finally {
    await rm(directory, { recursive: true });
  }
}
