import type { Clock } from '../../base/clock';
import { VIEWER_CHARS_PER_SECOND } from '../../pty/limits';
import type { RedrawScope } from '../../pty/sessionService';
import type { SendBudget } from './sendBudget';

/** A stale terminal is redrawn so often, at the most. */
const REDRAW_INTERVAL_MS = 100;

/** With more output than this since the last redraw the flood goes on. */
const FLOOD_CHARS = (VIEWER_CHARS_PER_SECOND / 1000) * REDRAW_INTERVAL_MS;

/** For so long after a flood the screen is enough: it pauses and goes on, and the whole is up to a MB. */
const CALM_MS = 500;

export interface NextRedraw {
  readonly scope: RedrawScope;
  /** 0: now. */
  readonly waitMs: number;
}

/** When a stale terminal is to be redrawn next, and with how much, by what it missed and what that costs. */
export class RedrawPace {
  private readonly lastCost: Record<RedrawScope, number> = { screen: 0, all: 0 };
  private missedChars = 0;
  private drawnAt = 0;
  private floodedAt = 0;

  constructor(
    private readonly clock: Pick<Clock, 'monotonic'>,
    private readonly budget: Pick<SendBudget, 'msUntil'>,
  ) {}

  /** Whether there was output that no redraw holds. */
  get hasMissed(): boolean {
    return this.missedChars > 0;
  }

  /** The terminal becomes stale in a flood, and so much of it is dropped. */
  handleStale(chars: number): void {
    this.drawnAt = this.clock.monotonic();
    this.floodedAt = this.drawnAt;
    this.missedChars = chars;
  }

  handleDropped(chars: number): void {
    this.missedChars += chars;
  }

  /** A redraw is asked for: what was dropped is in it. */
  handleAsked(): void {
    this.missedChars = 0;
  }

  handleDrawn(scope: RedrawScope, chars: number): void {
    this.drawnAt = this.clock.monotonic();
    this.lastCost[scope] = chars;
  }

  /** The next redraw of a terminal that takes it; `moment` says whether output has stopped for now. */
  next(moment: 'silence' | 'output'): NextRedraw {
    const now = this.clock.monotonic();
    if (this.missedChars > FLOOD_CHARS) {
      this.floodedAt = now;
    }
    const scope = now < this.floodedAt + CALM_MS ? 'screen' : 'all';
    const pauseMs = this.pauseBefore(scope, moment);
    return { scope, waitMs: Math.max(0, pauseMs, this.budget.msUntil(this.lastCost[scope])) };
  }

  /** None where something new is the last for now; else what keeps a flood to ten redraws a second. */
  private pauseBefore(scope: RedrawScope, moment: 'silence' | 'output'): number {
    if (scope === 'screen' && this.hasMissed && moment === 'silence') {
      return 0;
    }
    const now = this.clock.monotonic();
    const since = scope === 'all' || this.hasMissed ? this.drawnAt : now;
    return since + REDRAW_INTERVAL_MS - now;
  }
}
