import type { Page } from 'playwright-core';
import type { TerminalPart } from '../../test/ui/support/terminals';

/** Upper limit of a measured time: VS Code's own terminal may print a log for minutes on a busy machine. */
const LIMIT_MS = 600_000;

/**
 * Runs in the page, since a call from outside takes longer than the measured times. Measures the time from a key to a
 * prompt, which it checks once per frame.
 */
const PROBE = `globalThis.floodProbe = {
  line(part) {
    const nodes = [...document.querySelectorAll('.part.' + part + ' .terminal-wrapper')];
    const xterm = nodes.find((node) => node.offsetParent !== null && node.xterm)?.xterm;
    const active = xterm?.buffer.active;
    return active?.getLine(active.baseY + active.cursorY)?.translateToString(true) ?? '';
  },
  toPrompt(part, key) {
    return new Promise((fulfil) => {
      const handleKey = (event) => {
        if (event.key !== key) {
          return;
        }
        window.removeEventListener('keydown', handleKey, true);
        const start = performance.now();
        let last = start;
        let longestFrameMs = 0;
        const check = () => {
          const now = performance.now();
          longestFrameMs = Math.max(longestFrameMs, now - last);
          last = now;
          const ms = now - start;
          if (/\\$ ?$/.test(this.line(part)) || ms > ${LIMIT_MS}) {
            fulfil({ ms, longestFrameMs });
          } else {
            requestAnimationFrame(check);
          }
        };
        requestAnimationFrame(check);
      };
      window.addEventListener('keydown', handleKey, true);
    });
  },
};`;

interface PromptTiming {
  readonly ms: number;
  /** The longest time between two frames until the prompt. */
  readonly longestFrameMs: number;
}

/** Measures the terminals of a VS Code window from inside its page. */
export class FloodProbe {
  constructor(private readonly page: Page) {}

  async install(): Promise<void> {
    await this.page.evaluate(PROBE);
  }

  /** Resolves once the line of the cursor, in the visible terminal of `part`, matches. */
  async waitForLine(part: TerminalPart, pattern: RegExp): Promise<void> {
    const isShown = `${String(pattern)}.test(floodProbe.line('${part}'))`;
    await this.page.waitForFunction(isShown, undefined, { timeout: LIMIT_MS });
  }

  /** Presses a key in the focused terminal, which is that of `part`, and waits for a prompt. */
  async timeToPrompt(part: TerminalPart, key: 'Enter' | 'Control+c'): Promise<PromptTiming> {
    const name = key.slice(key.lastIndexOf('+') + 1);
    // The listener must exist before the key is pressed: a busy page handles keys before calls of `evaluate`.
    await this.page.evaluate(
      `floodProbe.measured = floodProbe.toPrompt('${part}', '${name}'); undefined`,
    );
    await this.page.keyboard.press(key);
    return this.page.evaluate<PromptTiming>('floodProbe.measured');
  }
}
