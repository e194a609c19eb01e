import type { Page } from 'playwright-core';
import type { TerminalPart } from '../../test/ui/support/terminals';

/** What takes longer is told as this. */
const LIMIT_MS = 20_000;

/**
 * What runs in the page, since asking it from outside takes longer than what is measured: it
 * counts what VS Code writes to the terminal of each part, and times from a key to what it brings
 * about, looking once a frame.
 */
const PROBE = `globalThis.floodProbe = {
  chars: {},
  xterm(part) {
    const nodes = [...document.querySelectorAll('.part.' + part + ' .terminal-wrapper')];
    return nodes.find((node) => node.offsetParent !== null && node.xterm)?.xterm;
  },
  watch(part) {
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
  fromKey(isKey, isDone) {
    return new Promise((fulfil) => {
      setTimeout(() => fulfil(${LIMIT_MS}), ${LIMIT_MS});
      const handleKey = (event) => {
        if (!isKey(event)) {
          return;
        }
        window.removeEventListener('keydown', handleKey, true);
        const start = performance.now();
        const look = () =>
          isDone() ? fulfil(performance.now() - start) : requestAnimationFrame(look);
        requestAnimationFrame(look);
      };
      window.addEventListener('keydown', handleKey, true);
    });
  },
  toPrompt(part) {
    const isKey = (event) => event.ctrlKey && event.key === 'c';
    return this.fromKey(isKey, () => this.isAtPrompt(part));
  },
  toPalette() {
    const isShown = () => document.querySelector('.quick-input-widget')?.offsetParent != null;
    return this.fromKey((event) => event.key === 'F1', isShown);
  },
};`;

/** Looks at the terminals of a VS Code from inside its page. */
export class FloodProbe {
  constructor(private readonly page: Page) {}

  async install(): Promise<void> {
    await this.page.evaluate(PROBE);
  }

  /** Counts from now on what is written to the visible terminal of that part. */
  async watch(part: TerminalPart): Promise<void> {
    await this.page.evaluate(`floodProbe.watch('${part}')`);
  }

  /** Resolves when the cursor stands behind a prompt. */
  async waitForPrompt(part: TerminalPart): Promise<void> {
    await this.page.waitForFunction(`floodProbe.isAtPrompt('${part}')`);
  }

  /** Characters written to it since it is watched. */
  chars(part: TerminalPart): Promise<number> {
    return this.page.evaluate<number>(`floodProbe.chars['${part}']`);
  }

  /** Presses Ctrl-C: the milliseconds until the cursor stands behind a prompt. */
  interrupt(part: TerminalPart): Promise<number> {
    return this.press('Control+c', `floodProbe.toPrompt('${part}')`);
  }

  /** Opens the command palette, and closes it: the milliseconds until it is there. */
  async openPalette(): Promise<number> {
    const ms = await this.press('F1', 'floodProbe.toPalette()');
    await this.page.keyboard.press('Escape');
    return ms;
  }

  private async press(key: string, measure: string): Promise<number> {
    // It has to listen before the key is pressed: a busy page is given keys before all else.
    await this.page.evaluate(`floodProbe.measured = ${measure}; undefined`);
    await this.page.keyboard.press(key);
    return this.page.evaluate<number>('floodProbe.measured');
  }
}
