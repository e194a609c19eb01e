import type { Clock } from '../../base/clock';
import { VIEWER_BURST_CHARS, VIEWER_CHARS_PER_SECOND } from '../limits';
import type { RedrawScope } from '../sessionService';

const PER_MS = VIEWER_CHARS_PER_SECOND / 1000;

/** The shortest time from one redraw to the next. */
const REDRAW_INTERVAL_MS = 100;

/** After so long without output a redraw is due at once: what came last is what the person waits for. */
const SILENCE_MS = 15;

/** With more output than this since the last redraw the flood goes on. */
const FLOOD_CHARS = PER_MS * REDRAW_INTERVAL_MS;

/** For so long after a flood the screen is enough: it pauses and goes on, and the whole is up to a MB. */
const CALM_MS = 500;

interface NextRedraw {
  readonly scope: RedrawScope;
  /** 0: now. Later it is to be computed again, since more output may come. */
  readonly waitMs: number;
}

/**
 * How much and how often one VS Code terminal is drawn. VS Code parses the output of all its terminals in
 * the window's own thread, so that no terminal may have as much as it can parse: each is sent a burst, then
 * so much in every second, and redrawn, while a flood goes on, with its screen alone.
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

  /** Whether there was output that no redraw holds. */
  get hasMissed(): boolean {
    return this.missedChars > 0;
  }

  handleSent(chars: number): void {
    this.refill();
    this.budget = Math.max(0, this.budget - chars);
  }

  /** Milliseconds until so much may be sent, or a whole burst where that is less; 0 if it may be now. */
  msUntil(chars: number): number {
    this.refill();
    const missing = Math.min(chars, VIEWER_BURST_CHARS) - this.budget;
    return missing <= 0 ? 0 : Math.ceil(missing / PER_MS);
  }

  /** The terminal falls behind in a flood, of which so much is dropped. */
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

  /** A redraw is requested: what was dropped is in it. */
  handleRequested(): void {
    this.missedChars = 0;
  }

  handleDrawn(scope: RedrawScope, chars: number): void {
    this.drawnAt = this.clock.monotonic();
    this.lastCost[scope] = chars;
    this.handleSent(chars);
  }

  /** The next redraw of a terminal that is behind and has drained, if no output comes before it. */
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

  /** A screen with nothing new on it is not drawn again; the whole is, when it has been calm. */
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
