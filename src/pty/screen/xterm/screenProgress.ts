import type { TerminalCore } from './screenTerminal';

const OSC_CODE = 9;

/**
 * `4;state;percent` (ConEmu's sequence, which VS Code shows in the terminal's tab). State 0 removes
 * it.
 */
const PROGRESS = /^4;([0-4])(?:;[0-9]{0,3})?$/;

const NONE = '4;0';

/** The progress that a program reports, which xterm.js does not store. */
export class ScreenProgress {
  private progress = NONE;

  constructor(core: TerminalCore) {
    core.registerOscHandler(OSC_CODE, (data) => {
      const [, state] = PROGRESS.exec(data) ?? [];
      if (state !== undefined) {
        this.progress = state === '0' ? NONE : data;
      }
      return false;
    });
  }

  /** The sequence that shows it in a terminal, which keeps progress through a reset. */
  format(): string {
    return `\x1b]${OSC_CODE};${this.progress}\x07`;
  }
}
