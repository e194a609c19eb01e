import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const TRIAL = join(__dirname, 'memoryTrial.ts');
const LIMIT_MS = 120_000;

/** The rows that each screen keeps, and how wide they are. */
export const MEMORY_SIZE = { cols: 120, rows: 10_000 } as const;

export interface MemoryTrialArgs {
  /** Sessions on real PTYs, or terminals of `@xterm/headless` that hold all they are sent. */
  readonly kind: 'ours' | 'naive';
  readonly count: number;
  /** How many sessions somebody watches. */
  readonly watched: number;
  /** A file with what each of them is sent. */
  readonly path: string;
}

/** In MB. */
export interface Memory {
  /** What the whole process has of the machine. */
  readonly rss: number;
  /** JavaScript's own, and what it holds outside its heap. */
  readonly used: number;
}

/** Measures in a process of its own, so that nothing else is counted. */
export async function runMemoryTrial(args: MemoryTrialArgs): Promise<Memory> {
  const node = ['--import=tsx', '--expose-gc', '--max-old-space-size=8192', TRIAL];
  const options = { timeout: LIMIT_MS };
  const { stdout } = await run(process.execPath, [...node, JSON.stringify(args)], options);
  const { rss, used } = JSON.parse(stdout) as Memory;
  return { rss: rss / 1e6, used: used / 1e6 };
}
