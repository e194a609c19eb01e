import type { Clock } from '../../base/clock';
import type { Event } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import type { LayoutFile } from '../terminals/layoutFile';
import {
  isSameLayout,
  joinLayouts,
  NO_TERMINALS,
  readLayout,
  type OpenTerminal,
  type TerminalLayout,
  type TerminalTab,
} from './terminalLayout';

/**
 * The delay of a write, in milliseconds: changes come in bursts. A crash loses at most the changes
 * of this time.
 */
const WRITE_DELAY_MS = 300;

interface TerminalLayoutKeeperDeps {
  readonly file: Pick<LayoutFile, 'flush' | 'write'>;
  readonly tabs: () => readonly TerminalTab[];
  readonly terminals: () => readonly OpenTerminal[];
  readonly onDidChange: Event<unknown>;
  /**
   * Fires when the window closes its terminals because it closes itself; the layout does not change
   * by that.
   */
  readonly onWillClose: Event<unknown>;
  readonly clock: Clock;
}

/** Stores the positions of terminals after each change, until the window closes. */
export class TerminalLayoutKeeper implements Disposable {
  private readonly store = new DisposableStore();
  private readonly timer: Timer;
  private layout: TerminalLayout = NO_TERMINALS;
  private awaited: TerminalLayout = NO_TERMINALS;

  constructor(private readonly deps: TerminalLayoutKeeperDeps) {
    this.timer = new Timer(deps.clock);
  }

  /**
   * Starts. Call it once, after the restored terminals are open. `awaited` is the part of the
   * stored layout that may be opened later.
   */
  start(awaited: TerminalLayout): void {
    this.awaited = awaited;
    this.store.add(this.deps.onDidChange(() => this.update()));
    this.store.add(this.deps.onWillClose(() => this.handleClosing()));
    this.update();
  }

  /** Replaces the part of the stored layout that may be opened later. */
  await(awaited: TerminalLayout): void {
    this.awaited = awaited;
  }

  /** Resolves when all writes have succeeded or failed. */
  async flush(): Promise<void> {
    this.writePending();
    await this.deps.file.flush();
  }

  dispose(): void {
    this.writePending();
    this.timer.dispose();
    this.store.dispose();
  }

  private update(): void {
    const { tabs, terminals } = this.deps;
    const layout = readLayout(tabs(), terminals(), this.layout);
    if (!isSameLayout(layout, this.layout)) {
      this.layout = layout;
      if (!this.timer.isRunning) {
        this.timer.start(WRITE_DELAY_MS, () => this.write());
      }
    }
  }

  private handleClosing(): void {
    this.writePending();
    this.store.dispose();
  }

  private writePending(): void {
    if (this.timer.isRunning) {
      this.timer.stop();
      this.write();
    }
  }

  private write(): void {
    this.deps.file.write(joinLayouts(this.layout, this.awaited));
  }
}
