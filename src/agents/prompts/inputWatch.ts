import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/lifecycle';
import type { SessionService } from '../../pty/sessionService';
import { UnreadOutput } from '../../status/sources/unreadOutput';
import type { StatusService } from '../../status/statusService';

const POLL_INTERVAL_MS = 50;

/** Reads an agent's screen at once and after each output, until it shows the agent's input. */
export class InputWatch implements Disposable {
  private readonly output = new UnreadOutput();
  private isDisposed = false;
  private pause: Disposable | undefined;

  constructor(
    private readonly deps: {
      readonly sessions: Pick<SessionService, 'get'>;
      readonly status: Pick<StatusService, 'showsInput'>;
      readonly clock: Clock;
    },
    private readonly sessionId: string,
    /** Called once. */
    private readonly onShown: () => void,
  ) {
    void this.check();
  }

  /** A reading that is in progress has no effect. */
  dispose(): void {
    this.isDisposed = true;
    this.pause?.dispose();
  }

  private async check(): Promise<void> {
    const isShown = await this.showsInput();
    if (this.isDisposed) {
      return;
    }
    if (isShown) {
      this.onShown();
    } else {
      this.pause = this.deps.clock.schedule(POLL_INTERVAL_MS, () => void this.check());
    }
  }

  /** False if the screen cannot be read; the caller that needs the screen gets that error. */
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
