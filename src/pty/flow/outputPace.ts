import type { Clock } from '../../base/clock';
import { VIEWER_BURST_CHARS, VIEWER_CHARS_PER_SECOND } from '../limits';
import type { RedrawScope } from '../sessionService';

const PER_MS = VIEWER_CHARS_PER_SECOND / 1000;

/** The shortest time from one redraw to the next, in ms. */
const REDRAW_INTERVAL_MS = 100;

/** Without output for this time, in ms, the screen is redrawn immediately. */
const SILENCE_MS = 15;

/** More output than this since the last redraw, in characters, is a flood. */
const FLOOD_CHARS = PER_MS * REDRAW_INTERVAL_MS;

/** For this time after a flood, in ms, only the screen is redrawn: floods resume, and a full drawing can have 1 MB. */
const CALM_MS = 500;

interface NextRedraw {
  readonly scope: RedrawScope;
  /** In ms; 0: now. After the wait it must be computed again, since more output may have come. */
  readonly waitMs: number;
}

/**
 * Limits how much output one VS Code terminal receives, and how often it is redrawn. VS Code parses the output
 * of all terminals in the renderer's main thread, so that one terminal must not use all of it. A terminal
 * receives {@link VIEWER_BURST_CHARS} at once, then {@link VIEWER_CHARS_PER_SECOND}. During a flood only its
 * screen is redrawn, without the scrollback.
 */
export class OutputPace {
  private readonly lastCost: Record<RedrawScope, number> = { screen: 0, all: 0 };
  private budget = VIEWER_BURST_CHARS;
  private budgetAt: number;
  private missedChars = 0;
  private missedAt = 0;
  private drawnAt = 0;
  private floodedAt = 0;

  constructor(private readonly clock: Pick<Clock, 'monotonic'>) {
    this.budgetAt = clock.monotonic();
  }

  /** Whether output was dropped that no redraw contains yet. */
  get hasMissed(): boolean {
    return this.missedChars > 0;
  }

  handleSent(chars: number): void {
    this.refill();
    this.budget = Math.max(0, this.budget - chars);
  }

  /** Milliseconds until `chars` characters, or a whole burst if that is less, may be sent; 0: now. */
  msUntil(chars: number): number {
    this.refill();
    const missing = Math.min(chars, VIEWER_BURST_CHARS) - this.budget;
    return missing <= 0 ? 0 : Math.ceil(missing / PER_MS);
  }

  /** The terminal falls behind: `chars` characters of a flood are dropped. */
  handleBehind(chars: number): void {
    this.drawnAt = this.clock.monotonic();
    this.floodedAt = this.drawnAt;
    this.missedAt = this.drawnAt;
    this.missedChars = chars;
  }

  handleDropped(chars: number): void {
    this.missedAt = this.clock.monotonic();
    this.missedChars += chars;
  }

  /** A redraw is requested, which contains the dropped output. */
  handleRequested(): void {
    this.missedChars = 0;
  }

  handleDrawn(scope: RedrawScope, chars: number): void {
    this.drawnAt = this.clock.monotonic();
    this.lastCost[scope] = chars;
    this.handleSent(chars);
  }

  /** The next redraw of a terminal that is behind and has drained, if no output precedes it. */
  nextRedraw(): NextRedraw {
    const now = this.clock.monotonic();
    if (this.missedChars > FLOOD_CHARS) {
      this.floodedAt = now;
    }
    const calmAt = this.floodedAt + CALM_MS;
    const scope = now < calmAt ? 'screen' : 'all';
    const dueAt = scope === 'screen' ? this.screenDueAt(calmAt) : this.drawnAt + REDRAW_INTERVAL_MS;
    return { scope, waitMs: Math.max(0, dueAt - now, this.msUntil(this.lastCost[scope])) };
  }

  /** An unchanged screen is not redrawn. The scrollback is redrawn after {@link CALM_MS} without a flood. */
  private screenDueAt(calmAt: number): number {
    return this.hasMissed
      ? Math.min(this.drawnAt + REDRAW_INTERVAL_MS, this.missedAt + SILENCE_MS)
      : calmAt;
  }

  private refill(): void {
    const now = this.clock.monotonic();
    this.budget = Math.min(VIEWER_BURST_CHARS, this.budget + (now - this.budgetAt) * PER_MS);
    this.budgetAt = now;
  }
}
