import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/lifecycle';
import { SHELL_RESET } from '../../base/text/modeReset';
import type { PtyExit } from '../ptyProcess';
import type { SessionInfo } from '../sessionService';
import type { StartShell } from '../shell/shells';
import { exitStatus } from './nextProgram';

/** How long a login shell may take to start the agent until the person is told, in milliseconds. */
export const LATE_START_MS = 15_000;

/**
 * Follows a shell until it has started its agent: a startup file can wait, replace the shell by
 * another program (`exec fish`), or end it.
 */
export class PendingAgent implements Disposable {
  private shell: StartShell | undefined;
  private timer: Disposable | undefined;

  constructor(
    private readonly clock: Pick<Clock, 'schedule'>,
    private readonly update: (change: Partial<SessionInfo>) => void,
  ) {}

  /** Whether a shell runs that has not started its agent. */
  get isPending(): boolean {
    return this.shell !== undefined;
  }

  /** A program starts; `shell` if it reports when it starts its agent. */
  handleStart(shell: StartShell | undefined): void {
    this.dispose();
    this.shell = shell;
    if (shell) {
      this.report(`has not begun: ${shell.path} runs ${shell.startup}`, false);
      this.timer = this.clock.schedule(LATE_START_MS, () => this.handleLate(shell));
    }
  }

  /** The agent begins; `now` is the start of its program from now on, ISO 8601. */
  handleBegun(now: string): void {
    if (this.isPending) {
      this.dispose();
      this.update({ pendingStart: undefined, programStartedAt: now });
    }
  }

  /** The shell has ended before it has started its agent. Returns the text for its terminal. */
  handleEnd(exit: PtyExit): string {
    const { path, startup } = this.shell ?? { path: '', startup: '' };
    const { signal } = exit;
    const how = signal ? `ended by ${signal}` : `ended with code ${exitStatus(exit)}`;
    const reason = `has not begun: ${path} ${how} while it ran ${startup}`;
    this.dispose();
    this.report(reason, true);
    return `${SHELL_RESET}\r\n[The agent ${reason}.]\r\n`;
  }

  dispose(): void {
    this.timer?.dispose();
    this.timer = undefined;
    this.shell = undefined;
  }

  private handleLate({ path, startup }: StartShell): void {
    const seconds = LATE_START_MS / 1000;
    const advice = 'Look there for a command that waits or starts another program';
    this.report(`has not begun after ${seconds} s: ${path} still runs ${startup}. ${advice}`, true);
  }

  private report(reason: string, isStuck: boolean): void {
    this.update({ pendingStart: { reason, isStuck } });
  }
}
