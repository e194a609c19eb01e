import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import { EVENT_LINES } from '../limits';

/**
 * Limits how many lines of one session are emitted, to bound the cost of a flood for listeners and
 * for the window. Of the lines beyond the share only the newest are emitted, when the next share
 * begins, after a line with the number of omitted ones.
 */
export class LineBudget implements Disposable {
  private readonly share: Timer;
  private emitted = 0;
  private held: readonly string[] = [];
  private omitted = 0;

  constructor(
    clock: Clock,
    private readonly emit: (line: string) => void,
  ) {
    this.share = new Timer(clock);
  }

  push(lines: readonly string[]): void {
    if (lines.length === 0) {
      return;
    }
    if (!this.share.isRunning) {
      this.share.start(EVENT_LINES.shareMs, () => this.renew());
    }
    const left = EVENT_LINES.share - this.emitted;
    lines.slice(0, left).forEach(this.emit);
    this.emitted += Math.min(left, lines.length);
    this.hold(lines.slice(left));
  }

  /** Emits the lines that are held back; must be called when no more lines follow. */
  flush(): void {
    this.share.stop();
    this.release().forEach(this.emit);
  }

  dispose(): void {
    this.share.dispose();
  }

  private hold(lines: readonly string[]): void {
    const held = [...this.held, ...lines.slice(-EVENT_LINES.newest)];
    const surplus = Math.max(0, held.length - EVENT_LINES.newest);
    this.omitted += Math.max(0, lines.length - EVENT_LINES.newest) + surplus;
    this.held = held.slice(surplus);
  }

  private renew(): void {
    this.emitted = 0;
    this.push(this.release());
  }

  /** Emits the number of omitted lines and returns the lines that are held back. */
  private release(): readonly string[] {
    const { held, omitted } = this;
    this.held = [];
    this.omitted = 0;
    if (omitted > 0) {
      this.emit(`[${omitted} ${omitted === 1 ? 'line' : 'lines'} left out]`);
    }
    return held;
  }
}
