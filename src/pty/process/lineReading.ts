import { createReadTerminal } from './createReadTerminal';
import { runCommand } from './runCommand';
import { createRunTool, type RunTool } from './runTool';

/**
 * The longest line that a system keeps for a program that reads lines, as `cat` does and agents and
 * shells do not, in bytes: Linux (`n_tty.c`), macOS (`MAX_CANON`). It drops the end of a longer one.
 */
export const MOST_LINE_BYTES = { linux: 4095, darwin: 1024 } as const;

/** The output of `stty -a` contains `-icanon` if the terminal's program reads characters. */
const READS_LINES = /(?<!-)\bicanon\b/;

/** Whether the program of a terminal reads lines. Rejects if that is not known. */
export async function readsLines(device: string, runTool: RunTool): Promise<boolean> {
  return READS_LINES.test(await runTool('/bin/sh', ['-c', 'stty -a <"$1"', 'sh', device]));
}

/** The longest line, in bytes, that arrives whole at the program of a process; Infinity: any. */
export type ReadLineLimit = (pid: number | null) => Promise<number>;

/** A process whose terminal cannot be read counts as one that reads lines. */
export function createReadLineLimit(
  platform: NodeJS.Platform,
  runTool: RunTool = createRunTool(runCommand),
): ReadLineLimit {
  if (platform === 'win32') {
    return () => Promise.resolve(Infinity);
  }
  const readTerminal = createReadTerminal(platform, runTool);
  const most = platform === 'darwin' ? MOST_LINE_BYTES.darwin : MOST_LINE_BYTES.linux;
  return async (pid) => {
    const device = pid === null ? undefined : await readTerminal(pid);
    const isLimited = device === undefined || (await readsLines(device, runTool).catch(() => true));
    return isLimited ? most : Infinity;
  };
}
