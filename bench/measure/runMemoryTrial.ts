import { benchProgram } from '../../scripts/lib/bundles/benchBundle.mjs';
import { formatFailure, runToExit } from '../../scripts/lib/runProgram.mjs';

const TRIAL = benchProgram('measure/memoryTrial');
const LIMIT_MS = 120_000;

/** The line by which a trial reports that all screens are filled. */
export const FILLED = 'filled';

/** Width and scrollback of each screen in the rows of the table. */
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
  /** Its rows, as many as the scrollback keeps. */
  readonly rows: number;
}

/** Memory of a process, in MB. */
export interface Memory {
  /** Resident set size. */
  readonly rss: number;
  /** The JavaScript heap and the memory that its objects hold outside of it. */
  readonly used: number;
}

/**
 * Measures in a new process, so that only the screens are counted. Sessions report by `onFilled` that they only wait
 * until screens are compressed.
 */
export async function runMemoryTrial(
  args: MemoryTrialArgs,
  onFilled?: () => void,
): Promise<Memory> {
  const node = ['--expose-gc', '--max-old-space-size=8192', TRIAL];
  let output = '';
  const onOutput = (text: string): void => {
    output += text;
    if (output.split('\n').includes(FILLED)) {
      onFilled?.();
    }
  };
  const command = [...node, JSON.stringify(args)];
  const { code } = await runToExit(process.execPath, command, { timeoutMs: LIMIT_MS, onOutput });
  if (code !== 0) {
    throw new Error(formatFailure([process.execPath, ...command], code, output));
  }
  const { rss, used } = JSON.parse(output.trim().split('\n').at(-1) ?? '') as Memory;
  return { rss: rss / 1e6, used: used / 1e6 };
}
