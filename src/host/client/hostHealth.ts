import { Emitter } from '../../base/event';
import type { Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import type { SessionInfo } from '../../pty/sessionService';
import { PING_EVERY_MS, UNRESPONSIVE } from './limits';

/** The state of a window's session host, as it is shown to the person. */
export type HostHealth =
  /** There is no host, or the window uses none. */
  | { readonly state: 'none' }
  | { readonly state: 'responsive'; readonly pid: number }
  /**
   * Its process exists and has sent nothing for a while: it hangs, or is stopped. Its sessions are
   * not touched.
   */
  | { readonly state: 'unresponsive'; readonly pid: number }
  /** Its process has ended, and with it the programs of these sessions of the window. */
  | { readonly state: 'gone'; readonly pid: number; readonly lost: readonly SessionInfo[] };

/**
 * Measures how long a host has sent nothing. Time in which this process itself was suspended counts
 * as at most two steps, so that waking a machine does not make the host unresponsive.
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
    /** Sends a ping to the host, if it is connected. */
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

  /** Starts to measure the host with this process id. */
  watch(pid: number): void {
    this.silentMs = 0;
    this.sincePingMs = 0;
    this.setHealth({ state: 'responsive', pid });
    this.checkLater();
  }

  /** The host has sent something. */
  handleReceived(): void {
    this.silentMs = 0;
    if (this.current.state === 'unresponsive') {
      this.setHealth({ state: 'responsive', pid: this.current.pid });
    }
  }

  /** Stops measuring: there is no host any more. */
  end(health: Extract<HostHealth, { readonly state: 'none' | 'gone' }>): void {
    this.timer.stop();
    this.setHealth(health);
  }

  dispose(): void {
    this.store.dispose();
  }

  private checkLater(): void {
    this.checkedAt = this.clock.monotonic();
    this.timer.start(UNRESPONSIVE.checkEveryMs, () => this.check());
  }

  private check(): void {
    const passedMs = this.clock.monotonic() - this.checkedAt;
    const countedMs = Math.min(passedMs, 2 * UNRESPONSIVE.checkEveryMs);
    this.silentMs += countedMs;
    this.sincePingMs += countedMs;
    if (this.sincePingMs >= PING_EVERY_MS) {
      this.sincePingMs = 0;
      this.ping();
    }
    if (this.current.state === 'responsive' && this.silentMs >= UNRESPONSIVE.limitMs) {
      this.setHealth({ state: 'unresponsive', pid: this.current.pid });
    }
    this.checkLater();
  }

  private setHealth(health: HostHealth): void {
    const { state } = this.current;
    this.current = health;
    if (state !== health.state) {
      this.didChange.fire(health);
    }
  }
}
