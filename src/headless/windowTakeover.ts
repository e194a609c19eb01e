import type { Api } from '../api/createApi';
import type { Clock } from '../base/clock';
import { toMessage } from '../base/errors';
import type { Disposable } from '../base/lifecycle';
import type { Logger } from '../base/logger';
import { listWindowFileNames, readRunningWindows } from '../endpoint/windowFiles';
import type { Leases } from '../ownership/leases';
import type { SessionHandover } from '../ownership/sessionHandover';
import { outlivesWindow } from '../pty/session/outlivesWindow';
import type { WindowSessions } from '../pty/windowSessions';

/** How often a window is looked for, in milliseconds. */
const LOOK_MS = 1000;

interface WindowTakeoverDeps {
  readonly api: Pick<Api, 'connections' | 'window'>;
  readonly clock: Pick<Clock, 'schedule'>;
  /** The path of the workspace folder that this process serves. */
  readonly folder: string;
  readonly handover: Pick<SessionHandover, 'leave'>;
  /** The extension's directory in the person's home. */
  readonly home: string;
  readonly leases: Pick<Leases, 'own'>;
  readonly logger: Pick<Logger, 'warn'>;
  readonly sessions: Pick<WindowSessions, 'get'>;
}

/**
 * Leaves the sessions of a process without a window to a window that has opened its folder, and then ends its
 * service. The streams of its callers then continue at the window. The window requests the sessions when it
 * opens; but a request may have been unanswered then, or this process may have acquired them at the same moment.
 */
export class WindowTakeover implements Disposable {
  private timer: Disposable;
  private isOver = false;

  constructor(private readonly deps: WindowTakeoverDeps) {
    this.timer = this.schedule();
  }

  dispose(): void {
    this.isOver = true;
    this.timer.dispose();
  }

  private schedule(): Disposable {
    const { clock, logger } = this.deps;
    const handleError = (error: unknown): void =>
      logger.warn(`Open windows cannot be read: ${toMessage(error)}`);
    return clock.schedule(LOOK_MS, () => void this.look().catch(handleError));
  }

  private async look(): Promise<void> {
    try {
      if (!this.isAnswering && (await this.hasWindow()) && !this.isOver && !this.isAnswering) {
        await this.releaseSessions();
        await this.leaveIfFree();
      }
    } finally {
      if (!this.isOver) {
        this.timer = this.schedule();
      }
    }
  }

  /** Whether a program waits for its answer. */
  private get isAnswering(): boolean {
    return this.deps.api.connections.requests.count > 0;
  }

  private async releaseSessions(): Promise<void> {
    const { handover, leases, sessions } = this.deps;
    const shared = leases.own.filter(({ ptyId }) => outlivesWindow(sessions.get(ptyId)));
    await Promise.all(shared.map(({ ptyId }) => handover.leave(ptyId)));
  }

  private async leaveIfFree(): Promise<void> {
    if (this.isAnswering || this.deps.leases.own.length > 0) {
      return;
    }
    const { connections, window } = this.deps.api;
    this.dispose();
    connections.retire();
    await window.withdraw();
  }

  private async hasWindow(): Promise<boolean> {
    const { folder, home } = this.deps;
    const entries = await readRunningWindows(home, await listWindowFileNames(home));
    return entries.some(
      ({ folders, hasWindow }) => hasWindow && folders.some(({ path }) => path === folder),
    );
  }
}
