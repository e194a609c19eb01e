import { MAX_OSC_SIGNAL_BYTES } from '../../limits';
import type { TerminalCore } from './screenTerminal';

/** The sequences with which VS Code's terminal learns a directory, by their OSC number. */
const REPORTS: ReadonlyMap<number, RegExp> = new Map([
  [7, /^file:/],
  [9, /^9;/],
  [633, /^P;Cwd=/],
  [1337, /^CurrentDir=/],
]);

/** The working directory that a shell reported last, which xterm.js does not store. */
export class ScreenDirectory {
  private report = '';

  constructor(core: TerminalCore) {
    for (const [code, form] of REPORTS) {
      core.registerOscHandler(code, (data) => {
        if (form.test(data) && data.length <= MAX_OSC_SIGNAL_BYTES) {
          this.report = `\x1b]${code};${data}\x07`;
        }
        return false;
      });
    }
  }

  /** The sequence that reports it to a terminal; empty if there was none. */
  format(): string {
    return this.report;
  }
}
