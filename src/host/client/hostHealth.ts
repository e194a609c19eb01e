import { Emitter } from '../../base/event';
import type { Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import type { SessionInfo } from '../../pty/sessionService';
import { PING_MS } from './limits';

/** The state of a window's session host, as it is shown to the person. */
export type HostHealth =
  /** There is no host, or the window uses none. */
  | { readonly state: 'none' }
  | { readonly state: 'responsive'; readonly pid: number }
  /**
   * Its process exists and does not answer: it hangs, or is stopped. Its sessions are not touched.
   */
  | { readonly state: 'unresponsive'; readonly pid: number }
  /** Its process has ended, and with it the programs of these sessions of the window. */
  | { readonly state: 'gone'; readonly pid: number; readonly lost: readonly SessionInfo[] };

/** Pings a host, and reports whether it answers in time. */
export class HostHealthWatch implements Disposable {
  private readonly store = new DisposableStore();
  private readonly didChange: Emitter<HostHealth>;
  private readonly timer: Timer;
  private current: HostHealth = { state: 'none' };
  /** The ping that is unanswered. */
  private pending: Promise<void> | undefined;
  readonly onDidChange;

  constructor(
    private readonly clock: Clock,
    /** Settles when the host has answered; rejects if it cannot. */
    private readonly ping: () => Promise<void>,
    handleListenerError: (error: unknown) => void,
  ) {
    this.didChange = this.store.add(new Emitter<HostHealth>(handleListenerError));
    this.timer = this.store.add(new Timer(clock));
    this.onDidChange = this.didChange.event;
  }

  get health(): HostHealth {
    return this.current;
  }

  /** A host was found, or is connected: it counts as responsive until it does not answer. */
  watch(pid: number): void {
    this.pending = undefined;
    this.setHealth({ state: 'responsive', pid });
    this.timer.start(PING_MS.pause, () => this.pingNow(pid));
  }

  /** There is no host any more. */
  end(health: Extract<HostHealth, { readonly state: 'none' | 'gone' }>): void {
    this.pending = undefined;
    this.timer.stop();
    this.setHealth(health);
  }

  dispose(): void {
    this.store.dispose();
  }

  private pingNow(pid: number): void {
    const ping = this.ping();
    this.pending = ping;
    ping.then(
      () => this.pending === ping && this.watch(pid),
      // The connection was lost: a new one restarts the watch.
      () => {},
    );
    this.awaitAnswer(pid);
  }

  private awaitAnswer(pid: number): void {
    const since = this.clock.monotonic();
    this.timer.start(PING_MS.limit, () => {
      // After a sleep of this process the answer may not have been read yet.
      if (this.clock.monotonic() - since > 2 * PING_MS.limit) {
        this.awaitAnswer(pid);
      } else {
        this.setHealth({ state: 'unresponsive', pid });
      }
    });
  }

  private setHealth(health: HostHealth): void {
    const { state } = this.current;
    this.current = health;
    if (state !== health.state) {
      this.didChange.fire(health);
    }
  }
}
