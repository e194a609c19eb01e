import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import type { AwakeScreens, RestingScreen } from './awakeScreens';

/** How long after its last use a screen that nobody watches is put away, in milliseconds. */
export const SLEEP_AFTER_MS = 30_000;

/** For so long after a look there may be another soon: then even one of many screens stays. */
const LOOK_AGAIN_MS = 2000;

export interface ScreenRestDeps {
  readonly clock: Clock;
  /** One for all screens of a process. */
  readonly awake: AwakeScreens;
  /** Whether it holds a terminal that nobody uses now. */
  isUnused(): boolean;
  /** Whether output waits for it. */
  hasBacklog(): boolean;
  /** Puts it away; nothing comes of it for one that is gone. */
  sleep(): Promise<void>;
}

/** Sees to it that a screen that nobody uses is put away: after a while, or as one of too many. */
export class ScreenRest implements Disposable, RestingScreen {
  private readonly timer: Timer;
  private lookedAt = -LOOK_AGAIN_MS;

  constructor(private readonly deps: ScreenRestDeps) {
    this.timer = new Timer(deps.clock);
  }

  handleLook(): void {
    this.lookedAt = this.deps.clock.monotonic();
  }

  /** It may have come to rest, or be in use again. */
  update(): void {
    this.timer.stop();
    if (this.deps.isUnused()) {
      this.timer.start(SLEEP_AFTER_MS, () => this.sleepIfUnused());
      this.deps.awake.add(this);
    } else {
      this.deps.awake.delete(this);
    }
  }

  sleepEarly(): boolean {
    const isLookedAt = this.deps.clock.monotonic() < this.lookedAt + LOOK_AGAIN_MS;
    const isFree = this.deps.isUnused() && !this.deps.hasBacklog() && !isLookedAt;
    if (isFree) {
      this.sleepIfUnused();
    }
    return isFree;
  }

  dispose(): void {
    this.timer.dispose();
    this.deps.awake.delete(this);
  }

  private sleepIfUnused(): void {
    if (this.deps.isUnused()) {
      // Only its end keeps it from sleeping, and then there is nothing to put away.
      this.deps.sleep().catch(() => undefined);
    }
  }
}
