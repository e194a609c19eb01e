import type { Page } from 'playwright-core';
import type { TerminalPart } from '../../test/ui/support/terminals';

/** Upper limit of a measured time. */
const LIMIT_MS = 20_000;

/**
 * Runs in the page, since a call from outside takes longer than the measured times. Counts the
 * characters that VS Code writes to the terminal of each part. Measures the time from a key to its
 * effect, which it checks once per frame.
 */
const PROBE = `globalThis.floodProbe = {
  chars: {},
  xterm(part) {
    const nodes = [...document.querySelectorAll('.part.' + part + ' .terminal-wrapper')];
    return nodes.find((node) => node.offsetParent !== null && node.xterm)?.xterm;
  },
  startCounting(part) {
    const xterm = this.xterm(part);
    const write = xterm.write;
    this.chars[part] = 0;
    xterm.write = (data, ...rest) => {
      this.chars[part] += data.length;
      return write.call(xterm, data, ...rest);
    };
  },
  isAtPrompt(part) {
    const active = this.xterm(part)?.buffer.active;
    const line = active?.getLine(active.baseY + active.cursorY);
    return /\\$ ?$/.test(line?.translateToString(true) ?? '');
  },
  timeFromKey(isKey, isDone) {
    return new Promise((fulfil) => {
      setTimeout(() => fulfil(${LIMIT_MS}), ${LIMIT_MS});
      const handleKey = (event) => {
        if (!isKey(event)) {
          return;
        }
        window.removeEventListener('keydown', handleKey, true);
        const start = performance.now();
        const check = () =>
          isDone() ? fulfil(performance.now() - start) : requestAnimationFrame(check);
        requestAnimationFrame(check);
      };
      window.addEventListener('keydown', handleKey, true);
    });
  },
  toPrompt(part) {
    const isKey = (event) => event.ctrlKey && event.key === 'c';
    return this.timeFromKey(isKey, () => this.isAtPrompt(part));
  },
  toPalette() {
    const isShown = () => document.querySelector('.quick-input-widget')?.offsetParent != null;
    return this.timeFromKey((event) => event.key === 'F1', isShown);
  },
};`;

/** Measures the terminals of a VS Code window from inside its page. */
export class FloodProbe {
  constructor(private readonly page: Page) {}

  async install(): Promise<void> {
    await this.page.evaluate(PROBE);
  }

  /** Starts to count the characters written to the visible terminal of `part`. */
  async startCounting(part: TerminalPart): Promise<void> {
    await this.page.evaluate(`floodProbe.startCounting('${part}')`);
  }

  /** Resolves once the cursor is behind a prompt. */
  async waitForPrompt(part: TerminalPart): Promise<void> {
    await this.page.waitForFunction(`floodProbe.isAtPrompt('${part}')`);
  }

  /** Characters written since {@link startCounting}. */
  chars(part: TerminalPart): Promise<number> {
    return this.page.evaluate<number>(`floodProbe.chars['${part}']`);
  }

  /** Presses Ctrl-C. Returns the milliseconds until the cursor is behind a prompt. */
  interrupt(part: TerminalPart): Promise<number> {
    return this.timeKey('Control+c', `floodProbe.toPrompt('${part}')`);
  }

  /** Opens and closes the command palette. Returns the milliseconds until it is shown. */
  async openPalette(): Promise<number> {
    const ms = await this.timeKey('F1', 'floodProbe.toPalette()');
    await this.page.keyboard.press('Escape');
    return ms;
  }

  private async timeKey(key: string, measure: string): Promise<number> {
    // The listener must exist before the key is pressed: a busy page handles keys before calls of `evaluate`.
    await this.page.evaluate(`floodProbe.measured = ${measure}; undefined`);
    await this.page.keyboard.press(key);
    return this.page.evaluate<number>('floodProbe.measured');
  }
}
