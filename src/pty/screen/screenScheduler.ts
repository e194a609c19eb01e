import { NextTurn } from '../flow/nextTurn';

/**
 * How long one screen may parse or write before the next one runs, in milliseconds. The limit is checked
 * between slices of work, so it may be exceeded slightly. While floods are parsed, a keystroke waits for
 * at most one such slot.
 */
const SLOT_MS = 0.5;

/** What a screen uses of the scheduler. */
export interface ScreenSlots {
  /** Whether the current slot has used up its time. */
  readonly isOver: boolean;
  /** Resolves when the caller's slot begins. It ends when `isOver` is true. */
  next(): Promise<void>;
}

/**
 * Shares the event loop between all screens of a process: one screen at a time has a time slot, in the
 * order of requests, and the loop runs between slots. So a hundred busy screens block it no longer than one.
 */
export class ScreenScheduler implements ScreenSlots {
  private readonly waiting: (() => void)[] = [];
  private endsAt = 0;
  private readonly nextTurn = new NextTurn(() => this.begin());

  constructor(private readonly slotMs = SLOT_MS) {}

  get isOver(): boolean {
    return performance.now() >= this.endsAt;
  }

  next(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.nextTurn.request();
    });
  }

  private begin(): void {
    this.endsAt = performance.now() + this.slotMs;
    this.waiting.shift()?.();
    if (this.waiting.length > 0) {
      this.nextTurn.request();
    }
  }
}
