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
  readonly leases: Pick<Leases, 'own'>;
  readonly logger: Pick<Logger, 'warn'>;
}

/**
 * Ends the service of a process without a window after a window has opened its folder and owns its
 * sessions. The streams of its callers then continue at the window.
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
      if (await this.isServed()) {
        this.dispose();
        await this.leave();
      }
    } finally {
      if (!this.isOver) {
        this.timer = this.schedule();
      }
    }
  }

  private async isServed(): Promise<boolean> {
    const isServed = !this.isNeeded() && (await this.hasWindow());
    return isServed && !this.isOver && !this.isNeeded();
  }

  /** Whether this process owns sessions, or a program waits for its answer. */
  private isNeeded(): boolean {
    const { api, leases } = this.deps;
    return leases.own.length > 0 || api.connections.requests.count > 0;
  }

  private async leave(): Promise<void> {
    const { connections, window } = this.deps.api;
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
