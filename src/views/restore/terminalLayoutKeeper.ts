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

/** Changes come in bursts; a crash loses no more of them, in milliseconds. */
const WRITE_DELAY_MS = 300;

export interface TerminalLayoutKeeperDeps {
  readonly file: Pick<LayoutFile, 'flush' | 'write'>;
  readonly tabs: () => readonly TerminalTab[];
  readonly terminals: () => readonly OpenTerminal[];
  readonly onDidChange: Event<unknown>;
  /** The window closes its terminals, for it goes: that is no change of where they are. */
  readonly onWillGo: Event<unknown>;
  readonly clock: Clock;
}

/** Remembers where terminals are, as that changes, until the window goes. */
export class TerminalLayoutKeeper implements Disposable {
  private readonly store = new DisposableStore();
  private readonly timer: Timer;
  private layout: TerminalLayout = NO_TERMINALS;
  private awaited: TerminalLayout = NO_TERMINALS;

  constructor(private readonly deps: TerminalLayoutKeeperDeps) {
    this.timer = new Timer(deps.clock);
  }

  /** `awaited`: what is not open yet, and may be later. To be called once what was open is. */
  start(awaited: TerminalLayout): void {
    this.awaited = awaited;
    this.store.add(this.deps.onDidChange(() => this.look()));
    this.store.add(this.deps.onWillGo(() => this.handleGoing()));
    this.look();
  }

  /** Nothing more of that is awaited than `awaited`. */
  await(awaited: TerminalLayout): void {
    this.awaited = awaited;
  }

  /** Resolves when all is on disk, or known not to get there. */
  async flush(): Promise<void> {
    this.writePending();
    await this.deps.file.flush();
  }

  dispose(): void {
    this.writePending();
    this.timer.dispose();
    this.store.dispose();
  }

  private look(): void {
    const { tabs, terminals } = this.deps;
    const layout = readLayout(tabs(), terminals(), this.layout);
    if (!isSameLayout(layout, this.layout)) {
      this.layout = layout;
      if (!this.timer.isRunning) {
        this.timer.start(WRITE_DELAY_MS, () => this.write());
      }
    }
  }

  private handleGoing(): void {
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
