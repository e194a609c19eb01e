import type { Logger } from '../../base/logger';
import type { RunTool } from '../process/runTool';
import { CR, LF } from '../screen/escapes/controlBytes';

/**
 * The longest line that a system keeps for a program that reads lines, in bytes: Linux (`n_tty.c`),
 * macOS (`MAX_CANON`).
 */
const MOST_LINE_BYTES = { linux: 4095, darwin: 1024 } as const;

/** The output of `stty -a` contains `-icanon` if the terminal's program reads characters. */
const READS_LINES = /(?<!-)\bicanon\b/;

interface WatchedTerminal {
  readonly pid: number;
  /** The path of its device. */
  readonly path: string;
}

/**
 * Warns if a program that reads whole lines, as `cat` does and agents and shells do not, gets a
 * line whose end the system drops. Nothing else shows this, since the input is accepted. The
 * terminal is queried only after a line that is too long.
 */
export class LongLineWatch {
  private readonly most: number;
  private lineBytes = 0;

  constructor(
    private readonly terminal: WatchedTerminal,
    private readonly deps: { readonly runTool: RunTool; readonly logger: Pick<Logger, 'warn'> },
    platform = process.platform,
  ) {
    this.most = platform === 'darwin' ? MOST_LINE_BYTES.darwin : MOST_LINE_BYTES.linux;
  }

  push(input: Uint8Array): void {
    for (const byte of input) {
      this.lineBytes = byte === LF || byte === CR ? 0 : this.lineBytes + 1;
      if (this.lineBytes === this.most + 1) {
        void this.warnIfCut();
      }
    }
  }

  private async warnIfCut(): Promise<void> {
    const { pid, path } = this.terminal;
    try {
      const settings = await this.deps.runTool('/bin/sh', ['-c', 'stty -a <"$1"', 'sh', path]);
      if (READS_LINES.test(settings)) {
        this.deps.logger.warn(
          `Program ${pid} reads whole lines and was sent one of more than ${this.most} bytes; the system drops the end of such a line. Send shorter lines, or use a file.`,
        );
      }
    } catch {
      // The program has ended, or there is no stty: unknown.
    }
  }
}
