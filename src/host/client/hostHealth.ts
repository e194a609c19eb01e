import { Emitter } from '../../base/event';
import type { Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import type { SessionInfo } from '../../pty/sessionService';
import { PING_EVERY_MS, SILENCE } from './limits';

/** How the session host of a window is, for the person to be told. */
export type HostHealth =
  /** The window knows of none, or none is needed. */
  | { readonly state: 'none' }
  | { readonly state: 'well'; readonly pid: number }
  /** Its process is there and has said nothing for a while: it hangs, or is stopped. Its sessions are let be. */
  | { readonly state: 'unresponsive'; readonly pid: number }
  /** Its process is gone, and with it the programs of these sessions of the window. */
  | { readonly state: 'gone'; readonly pid: number; readonly lost: readonly SessionInfo[] };

/**
 * Measures how long a host has been silent, by steps: what the window's own process slept through
 * counts as one step at most, so that a suspended machine blames nobody.
 */
export class HostHealthWatch implements Disposable {
  private readonly store = new DisposableStore();
  private readonly didChange: Emitter<HostHealth>;
  private readonly timer: Timer;
  private current: HostHealth = { state: 'none' };
  private silentMs = 0;
  private sincePingMs = 0;
  private checkedAt = 0;
  readonly onDidChange;

  constructor(
    private readonly clock: Clock,
    /** Asks the host whether it is there, if there is a connection. */
    private readonly ping: () => void,
    handleListenerError: (error: unknown) => void,
  ) {
    this.didChange = this.store.add(new Emitter<HostHealth>(handleListenerError));
    this.timer = this.store.add(new Timer(clock));
    this.onDidChange = this.didChange.event;
  }

  get health(): HostHealth {
    return this.current;
  }

  /** From now on this process is to be heard of. */
  watch(pid: number): void {
    this.silentMs = 0;
    this.sincePingMs = 0;
    this.become({ state: 'well', pid });
    this.checkLater();
  }

  /** Something came of it. */
  handleSign(): void {
    this.silentMs = 0;
    if (this.current.state === 'unresponsive') {
      this.become({ state: 'well', pid: this.current.pid });
    }
  }

  /** There is nothing to be heard of any more. */
  end(health: Extract<HostHealth, { readonly state: 'none' | 'gone' }>): void {
    this.timer.stop();
    this.become(health);
  }

  dispose(): void {
    this.store.dispose();
  }

  private checkLater(): void {
    this.checkedAt = this.clock.monotonic();
    this.timer.start(SILENCE.checkEveryMs, () => this.check());
  }

  private check(): void {
    const passedMs = this.clock.monotonic() - this.checkedAt;
    const countedMs = Math.min(passedMs, 2 * SILENCE.checkEveryMs);
    this.silentMs += countedMs;
    this.sincePingMs += countedMs;
    if (this.sincePingMs >= PING_EVERY_MS) {
      this.sincePingMs = 0;
      this.ping();
    }
    if (this.current.state === 'well' && this.silentMs >= SILENCE.limitMs) {
      this.become({ state: 'unresponsive', pid: this.current.pid });
    }
    this.checkLater();
  }

  private become(health: HostHealth): void {
    const { state } = this.current;
    this.current = health;
    if (state !== health.state) {
      this.didChange.fire(health);
    }
  }
}
