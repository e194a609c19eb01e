import type { Clock } from '../base/clock';
import type { Disposable } from '../base/lifecycle';
import type { StatusService } from '../status/statusService';

const LOOK_EVERY_MS = 50;

/** Looks at an agent's screen, while somebody wants it, until it tells something of the agent. */
export class InputWatch implements Disposable {
  /** Whether it has: what an agent draws first that can be read is its input. */
  isShown = false;
  private isLooking = false;
  private isDisposed = false;
  private pause: Disposable | undefined;

  constructor(
    private readonly status: Pick<StatusService, 'explain'>,
    private readonly clock: Pick<Clock, 'schedule'>,
    private readonly sessionId: string,
    /** Is called after each look. */
    private readonly onLook: () => void,
  ) {}

  /** Looks once, unless a look is under way; so does the pause between two. */
  request(): void {
    if (!this.isLooking) {
      this.isLooking = true;
      void this.look();
    }
  }

  dispose(): void {
    this.isDisposed = true;
    this.pause?.dispose();
  }

  private async look(): Promise<void> {
    this.isShown = await this.showsInput();
    if (this.isDisposed) {
      return;
    }
    this.pause = this.clock.schedule(this.isShown ? 0 : LOOK_EVERY_MS, () => {
      this.isLooking = false;
      this.onLook();
    });
  }

  /** A session that is gone shows none; others are told of that. */
  private async showsInput(): Promise<boolean> {
    try {
      const { signals } = await this.status.explain(this.sessionId);
      return signals.some(({ source }) => source === 'screen');
    } catch {
      return false;
    }
  }
}
