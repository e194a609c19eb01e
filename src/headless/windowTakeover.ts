import type { Api } from '../api/createApi';
import type { Clock } from '../base/clock';
import { toMessage } from '../base/errors';
import type { Disposable } from '../base/lifecycle';
import type { Logger } from '../base/logger';
import { listWindowFileNames, readRunningWindows } from '../endpoint/windowFiles';
import type { Leases } from '../ownership/leases';

/** How often a window is looked for, in milliseconds. */
const LOOK_MS = 1000;

interface WindowTakeoverDeps {
  readonly api: Pick<Api, 'connections' | 'window'>;
  readonly clock: Pick<Clock, 'schedule'>;
  /** The path of the workspace folder that this process serves. */
  readonly folder: string;
  /** The extension's directory in the person's home. */
  readonly home: string;
  readonly leases: Pick<Leases, 'own' | 'publish'>;
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
      logger.warn(`The sessions cannot be left to a window: ${toMessage(error)}`);
    return clock.schedule(LOOK_MS, () => void this.look().catch(handleError));
  }

  private async look(): Promise<void> {
    try {
      if ((await this.hasWindow()) && !this.isOver) {
        await this.leave();
      }
    } finally {
      if (!this.isOver) {
        this.timer = this.schedule();
      }
    }
  }

  private async leave(): Promise<void> {
    const { connections, window } = this.deps.api;
    const isAnswering = connections.requests.limitAgents().count > 0;
    if (isAnswering || this.deps.leases.own.length > 0) {
      await this.offer(!isAnswering);
    } else {
      this.dispose();
      connections.retire();
      await window.withdraw();
    }
  }

  private async offer(isOffered: boolean): Promise<void> {
    if (isOffered !== this.isOffered) {
      await this.deps.leases.publish({ isOffered });
      this.isOffered = isOffered;
    }
  }

  private async hasWindow(): Promise<boolean> {
    const { folder, home } = this.deps;
    const entries = await readRunningWindows(home, await listWindowFileNames(home));
    return entries.some(
      ({ folders, hasWindow }) => hasWindow && folders.some(({ path }) => path === folder),
    );
  }
}
