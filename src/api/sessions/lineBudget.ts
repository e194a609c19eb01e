import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import { EVENT_LINES } from '../limits';

/**
 * How many lines of one session are told: a flood costs who listens, and the window, no more than
 * that. Of those beyond its share only the newest are told, when the next share begins, and before
 * them a line that says how many were left out.
 */
export class LineBudget implements Disposable {
  private readonly share: Timer;
  private told = 0;
  private held: readonly string[] = [];
  private leftOut = 0;

  constructor(
    clock: Clock,
    private readonly tell: (line: string) => void,
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
    const left = EVENT_LINES.share - this.told;
    lines.slice(0, left).forEach(this.tell);
    this.told += Math.min(left, lines.length);
    this.hold(lines.slice(left));
  }

  /** Tells what is held: nothing more comes. */
  flush(): void {
    this.share.stop();
    this.release().forEach(this.tell);
  }

  dispose(): void {
    this.share.dispose();
  }

  private hold(lines: readonly string[]): void {
    const held = [...this.held, ...lines.slice(-EVENT_LINES.newest)];
    const surplus = Math.max(0, held.length - EVENT_LINES.newest);
    this.leftOut += Math.max(0, lines.length - EVENT_LINES.newest) + surplus;
    this.held = held.slice(surplus);
  }

  private renew(): void {
    this.told = 0;
    this.push(this.release());
  }

  /** Tells how many are missing; gives those that are not. */
  private release(): readonly string[] {
    const { held, leftOut } = this;
    this.held = [];
    this.leftOut = 0;
    if (leftOut > 0) {
      this.tell(`[${leftOut} ${leftOut === 1 ? 'line' : 'lines'} left out]`);
    }
    return held;
  }
}
