import { benchProgram } from '../../scripts/lib/bundles/benchBundle.mjs';
import { runProgram } from '../../scripts/lib/runProgram.mjs';

const TRIAL = benchProgram('measure/memoryTrial');
const LIMIT_MS = 300_000;

/** Number of screens, the width and the scrollback of each, and how many have a viewer. */
export const MEMORY_SIZE = { count: 128, cols: 120, rows: 10_000, viewed: 8 } as const;

export interface MemoryTrialArgs {
  /** `ours`: sessions on real PTYs; `xterm`: terminals of `@xterm/headless`. */
  readonly kind: 'ours' | 'xterm';
  /** The file that is written to each screen. It has as many rows as the scrollback. */
  readonly path: string;
}

/** Returns the resident set size in MB of a new process, in which only the screens are. */
export async function runMemoryTrial(args: MemoryTrialArgs): Promise<number> {
  const node = ['--expose-gc', '--max-old-space-size=8192', TRIAL, JSON.stringify(args)];
  return Number(await runProgram(process.execPath, node, { timeoutMs: LIMIT_MS })) / 1e6;
}
