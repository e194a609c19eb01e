import type { Api } from '../api/createApi';
import type { Clock } from '../base/clock';
import { toMessage } from '../base/errors';
import type { Disposable } from '../base/lifecycle';
import type { Logger } from '../base/logger';
import type { Leases } from '../ownership/leases';

/** How often a window is searched for, in milliseconds. */
export const CHECK_WINDOW_EVERY_MS = 1000;

interface WindowTakeoverDeps {
  readonly connections: Pick<Api['connections'], 'requests' | 'retire'>;
  /** What other processes find of this one. */
  readonly window: Pick<Api['window'], 'withdraw'>;
  readonly leases: Pick<Leases, 'own' | 'publish'>;
  /** Whether a window has the folder of this process open. */
  readonly hasWindow: () => Promise<boolean>;
  readonly clock: Pick<Clock, 'schedule'>;
  readonly logger: Pick<Logger, 'warn'>;
}

/**
 * Offers the sessions of a process without a window to a window that has opened its folder, and ends its service
 * once it has none. The streams of its callers then continue at the window. The window requests the sessions
 * when it opens; but a request may have been unanswered then, or this process may have acquired them at the same
 * moment.
 */
export class WindowTakeover implements Disposable {
  private timer: Disposable;
  private isOffered = false;
  /** Whether it refuses requests. Its service then ends, also if the window has gone. */
  private isRetired = false;
  private isOver = false;
  private hasWarned = false;

  constructor(private readonly deps: WindowTakeoverDeps) {
    this.timer = this.schedule();
  }

  dispose(): void {
    this.isOver = true;
    this.timer.dispose();
  }

  private schedule(): Disposable {
    return this.deps.clock.schedule(CHECK_WINDOW_EVERY_MS, () => void this.check());
  }

  private async check(): Promise<void> {
    try {
      const isLeaving = this.isRetired || (await this.deps.hasWindow());
      if (!this.isOver) {
        await (isLeaving ? this.leave() : this.offer(false));
      }
    } catch (error) {
      this.warn(error);
    }
    if (!this.isOver) {
      this.timer = this.schedule();
    }
  }

  private async leave(): Promise<void> {
    const { connections, leases, window } = this.deps;
    const isAnswering = connections.requests.limitAgents().count > 0;
    if (isAnswering || leases.own.length > 0) {
      await this.offer(!isAnswering);
    } else {
      connections.retire();
      this.isRetired = true;
      await window.withdraw();
      this.dispose();
    }
  }

  private async offer(isOffered: boolean): Promise<void> {
    if (isOffered !== this.isOffered) {
      await this.deps.leases.publish({ isOffered });
      this.isOffered = isOffered;
    }
  }

  /** Logged once, although each check may fail. */
  private warn(error: unknown): void {
    if (!this.hasWarned) {
      this.hasWarned = true;
      this.deps.logger.warn(
        `The sessions and the service of this folder cannot be left to a window: ${toMessage(error)}`,
      );
    }
  }
}
