import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { benchProgram } from '../../scripts/lib/bundles/benchBundle.mjs';

const run = promisify(execFile);
const TRIAL = benchProgram('measure/memoryTrial');
const LIMIT_MS = 120_000;

/** Width and scrollback of each screen. */
export const MEMORY_SIZE = { cols: 120, rows: 10_000 } as const;

export interface MemoryTrialArgs {
  /**
   * `ours`: sessions on real PTYs; `naive`: terminals of `@xterm/headless`; `packed`: programs of `node-pty`, whose
   * output is kept compressed and never parsed.
   */
  readonly kind: 'ours' | 'naive' | 'packed';
  readonly count: number;
  /** Number of sessions with a viewer. */
  readonly viewed: number;
  /** The file that is written to each screen. */
  readonly path: string;
  /** Its rows. */
  readonly rows: number;
}

/** Memory of a process, in MB. */
export interface Memory {
  /** Resident set size. */
  readonly rss: number;
  /** The JavaScript heap and the memory that its objects hold outside of it. */
  readonly used: number;
}

/** Measures in a new process, so that only the screens are counted. */
export async function runMemoryTrial(args: MemoryTrialArgs): Promise<Memory> {
  const node = ['--expose-gc', '--max-old-space-size=8192', TRIAL];
  const options = { timeout: LIMIT_MS };
  const { stdout } = await run(process.execPath, [...node, JSON.stringify(args)], options);
  const { rss, used } = JSON.parse(stdout) as Memory;
  return { rss: rss / 1e6, used: used / 1e6 };
}
