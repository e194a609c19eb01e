import type { Page } from 'playwright-core';
import type { TerminalPart } from '../../test/ui/support/terminals';

/** Upper limit of a measured time. */
const LIMIT_MS = 20_000;

/**
 * Runs in the page, since a call from outside takes longer than the measured times. Measures the time
 * from a key's event to the first drawing of its terminal after which the cursor has moved.
 */
const PROBE = `globalThis.keyProbe = {
  xterm(part) {
    const nodes = [...document.querySelectorAll('.part.' + part + ' .terminal-wrapper')];
    return nodes.find((node) => node.offsetParent !== null && node.xterm)?.xterm;
  },
  toGlyph(part) {
    const xterm = this.xterm(part);
    const position = () => {
      const { baseY, cursorY, cursorX } = xterm.buffer.active;
      return [baseY, cursorY, cursorX].join();
    };
    return new Promise((fulfil) => {
      setTimeout(() => fulfil(${LIMIT_MS}), ${LIMIT_MS});
      const handleKey = () => {
        const start = performance.now();
        const before = position();
        const drawn = xterm.onRender(() => {
          if (position() !== before) {
            drawn.dispose();
            fulfil(performance.now() - start);
          }
        });
      };
      window.addEventListener('keydown', handleKey, { capture: true, once: true });
    });
  },
};`;

/** Measures keys in the terminals of a VS Code window from inside its page. */
export class KeyProbe {
  constructor(private readonly page: Page) {}

  async install(): Promise<void> {
    await this.page.evaluate(PROBE);
  }

  /** Types one key into the focused terminal of `part`. Returns the milliseconds until it is drawn. */
  async typeKey(part: TerminalPart): Promise<number> {
    // The listener must exist before the key is pressed.
    await this.page.evaluate(`keyProbe.measured = keyProbe.toGlyph('${part}'); undefined`);
    await this.page.keyboard.press('k');
    return this.page.evaluate<number>('keyProbe.measured');
  }
}
