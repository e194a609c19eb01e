import type { Clock } from '../base/clock';
import type { Disposable } from '../base/lifecycle';
import type { StatusService } from '../status/statusService';

const LOOK_EVERY_MS = 50;

/** Looks at an agent's screen, while somebody wants it, until it shows something that is no dialog. */
export class InputWatch implements Disposable {
  /** Whether it has: what can be read then, and asks nothing, is drawn with its input. */
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
    if (!this.isLooking && !this.isDisposed) {
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

  /** What cannot be looked at shows none; others are told why. */
  private async showsInput(): Promise<boolean> {
    try {
      const { signals } = await this.status.explain(this.sessionId);
      return signals.some(
        ({ source, state }) => source === 'screen' && state.kind !== 'needsInput',
      );
    } catch {
      return false;
    }
  }
}
