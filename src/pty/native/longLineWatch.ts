import type { Logger } from '../../base/logger';
import type { RunTool } from '../process/runTool';
import { MOST_LINE_BYTES, readsLines } from '../process/lineReading';
import { CR, LF } from '../screen/escapes/controlBytes';

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
      if (await readsLines(path, this.deps.runTool)) {
        this.deps.logger.warn(
          `Program ${pid} reads whole lines and was sent one of more than ${this.most} bytes; the system drops the end of such a line. Send shorter lines, or use a file.`,
        );
      }
    } catch {
      // The program has ended, or there is no stty: unknown.
    }
  }
}
