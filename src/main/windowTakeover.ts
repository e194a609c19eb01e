import type { Clock } from '../base/clock';
import type { Disposable } from '../base/lifecycle';
import { listWindowFileNames, readRunningWindows } from '../endpoint/windowFiles';

/** How often a window is looked for, in milliseconds. */
const LOOK_MS = 1000;

interface WindowTakeoverDeps {
  readonly clock: Pick<Clock, 'schedule'>;
  /** The path of the workspace folder that this process serves. */
  readonly folder: string;
  /** The extension's directory in the person's home. */
  readonly home: string;
  /** Whether this process owns sessions, or a program waits for its answer. */
  readonly isNeeded: () => boolean;
  /** Called once, when a window can be found that serves the folder. */
  readonly leave: () => Promise<void>;
  readonly handleError: (error: unknown) => void;
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
    const { clock, handleError } = this.deps;
    return clock.schedule(LOOK_MS, () => void this.look().catch(handleError));
  }

  private async look(): Promise<void> {
    try {
      if (await this.isServed()) {
        this.dispose();
        await this.deps.leave();
      }
    } finally {
      if (!this.isOver) {
        this.timer = this.schedule();
      }
    }
  }

  private async isServed(): Promise<boolean> {
    const isServed = !this.deps.isNeeded() && (await this.hasWindow());
    return isServed && !this.isOver && !this.deps.isNeeded();
  }

  private async hasWindow(): Promise<boolean> {
    const { folder, home } = this.deps;
    const entries = await readRunningWindows(home, await listWindowFileNames(home));
    return entries.some(
      ({ folders, hasWindow }) => hasWindow && folders.some(({ path }) => path === folder),
    );
  }
}
