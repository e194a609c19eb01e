import { MAX_EXTRA_MODES } from '../../limits';
import { eachParameter } from './eachParameter';
import type { TerminalCore } from './screenTerminal';

/** The private modes that the headless terminal stores itself, or that only trigger an action. */
const KNOWN: ReadonlySet<number> = new Set([
  1, 2, 3, 6, 7, 9, 12, 25, 45, 47, 66, 1000, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 1047, 1048,
  1049, 2004, 2026,
]);

/**
 * The active private modes that the headless terminal does not support and a newer one may: colour
 * scheme notifications (2031), in-band resize reports (2048), Win32 input (9001).
 */
export class ExtraModes {
  private readonly on = new Set<number>();

  constructor(core: TerminalCore) {
    const clear = (): false => {
      this.on.clear();
      return false;
    };
    core.registerCsiHandler(
      { prefix: '?', final: 'h' },
      eachParameter((mode) => mode > 0 && !KNOWN.has(mode) && this.add(mode)),
    );
    core.registerCsiHandler(
      { prefix: '?', final: 'l' },
      eachParameter((mode) => this.on.delete(mode)),
    );
    core.registerCsiHandler({ intermediates: '!', final: 'p' }, clear);
    core.registerEscHandler({ final: 'c' }, clear);
  }

  /** The sequences that set them in a terminal that was reset. */
  format(): string {
    return [...this.on].map((mode) => `\x1b[?${mode}h`).join('');
  }

  private add(mode: number): void {
    const [oldest] = this.on;
    this.on.add(mode);
    if (oldest !== undefined && this.on.size > MAX_EXTRA_MODES) {
      this.on.delete(oldest);
    }
  }
}
