import type { TerminalCore } from './screenTerminal';

const OSC_CODE = 9;

/** `4;state;percent` (ConEmu's, which VS Code shows in the terminal's tab); state 0 takes it away. */
const PROGRESS = /^4;([0-4])(?:;[0-9]{0,3})?$/;

const NONE = '4;0';

/** The progress that a program shows beside its screen, which xterm.js leaves to others. */
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

  /** What shows it in a terminal, which keeps its own though it is reset. */
  format(): string {
    return `\x1b]${OSC_CODE};${this.progress}\x07`;
  }
}
