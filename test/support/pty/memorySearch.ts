import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PROGRAM = path.join(__dirname, 'memorySearchProgram.ts');

export interface MemorySearch {
  readonly seed: number;
  /** The number of outputs that are tried. */
  readonly tries: number;
}

/** What the worst of the outputs found took, in bytes. */
export interface WorstMemory {
  /** The most by our own count, with any output and at any time. */
  readonly counted: number;
  /** The most that the process held for a screen: JavaScript heap and array buffers. */
  readonly held: number;
  /** Our own count at that moment. */
  readonly heldCounted: number;
  /** The output for that, as JSON. */
  readonly output: string;
  /** What each of the outputs took. */
  readonly uses: readonly ScreenMemoryUse[];
}

export type ScreenMemoryUse = Pick<WorstMemory, 'counted' | 'held' | 'heldCounted'>;

/** Searches for the output that makes a screen hold the most memory, in a process of its own. */
export async function searchWorstMemory(search: MemorySearch): Promise<WorstMemory> {
  const args = ['--import=tsx', '--expose-gc', PROGRAM, JSON.stringify(search)];
  const { stdout } = await run(process.execPath, args);
  return JSON.parse(stdout) as WorstMemory;
}
