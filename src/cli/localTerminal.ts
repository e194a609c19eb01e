import { SHELL_RESET } from '../base/text/modeReset';
import type { CliIo } from './verb';

/**
 * The person's terminal while it shows a session: in raw mode. {@link restore} restores it; so does
 * the end of the process after an error or a signal.
 */
export class LocalTerminal {
  private isTaken = false;
  private readonly restoreAtExit = (): void => this.restore();

  constructor(private readonly io: CliIo) {}

  /** The terminal's size; undefined if stdout is not a terminal. */
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
      stdout.write(SHELL_RESET);
    }
    if (stdin.isTTY) {
      stdin.setRawMode(false);
    }
  }
}
