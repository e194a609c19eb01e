import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/lifecycle';
import type { SessionService } from '../../pty/sessionService';
import { OutputMark } from '../../status/sources/outputMark';
import type { StatusService } from '../../status/statusService';

const LOOK_EVERY_MS = 50;

export interface InputWatchDeps {
  readonly sessions: Pick<SessionService, 'get'>;
  readonly status: Pick<StatusService, 'showsInput'>;
  readonly clock: Pick<Clock, 'now' | 'schedule'>;
}

/** Looks at an agent's screen at once, and then as it is written to, until that shows its input. */
export class InputWatch implements Disposable {
  private readonly output = new OutputMark();
  private isDisposed = false;
  private pause: Disposable | undefined;

  constructor(
    private readonly deps: InputWatchDeps,
    private readonly sessionId: string,
    /** Is called once. */
    private readonly onShown: () => void,
  ) {
    void this.look();
  }

  /** A look that is under way tells nothing any more. */
  dispose(): void {
    this.isDisposed = true;
    this.pause?.dispose();
  }

  private async look(): Promise<void> {
    const isShown = await this.showsInput();
    if (this.isDisposed) {
      return;
    }
    if (isShown) {
      this.onShown();
    } else {
      this.pause = this.deps.clock.schedule(LOOK_EVERY_MS, () => void this.look());
    }
  }

  /** What cannot be looked at shows none; others are told why. */
  private async showsInput(): Promise<boolean> {
    const { sessions, status, clock } = this.deps;
    const session = sessions.get(this.sessionId);
    if (!session || !this.output.hasNewOutput(session)) {
      return false;
    }
    this.output.begin(session, clock.now());
    try {
      return await status.showsInput(this.sessionId);
    } catch {
      this.output.forget();
      return false;
    }
  }
}
