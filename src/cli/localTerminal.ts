import { RESTORE_TERMINAL } from './terminalReset';
import type { CliIo } from './verb';

/**
 * The person's own terminal while a session has it: keys come as they are pressed. However it ends,
 * by {@link restore}, an error or a signal, the terminal is given back as it was.
 */
export class LocalTerminal {
  private isTaken = false;
  private readonly restoreAtExit = (): void => this.restore();

  constructor(private readonly io: CliIo) {}

  /** Undefined where the output goes elsewhere. */
  get size(): { readonly cols: number; readonly rows: number } | undefined {
    const { columns, rows, isTTY } = this.io.stdout;
    return isTTY && columns > 0 && rows > 0 ? { cols: columns, rows } : undefined;
  }

  take(): void {
    if (this.isTaken) {
      return;
    }
    this.isTaken = true;
    process.once('exit', this.restoreAtExit);
    if (this.io.stdin.isTTY) {
      this.io.stdin.setRawMode(true);
    }
  }

  restore(): void {
    if (!this.isTaken) {
      return;
    }
    this.isTaken = false;
    process.removeListener('exit', this.restoreAtExit);
    const { stdin, stdout } = this.io;
    if (stdout.isTTY) {
      stdout.write(RESTORE_TERMINAL);
    }
    if (stdin.isTTY) {
      stdin.setRawMode(false);
    }
  }
}
