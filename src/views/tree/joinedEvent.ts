import type { Clock } from '../../base/clock';
import { Emitter, type Event } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';

/** Fires once for a burst of events, `delayMs` milliseconds after the first. */
export class JoinedEvent implements Disposable {
  private readonly store = new DisposableStore();
  private readonly didChange = this.store.add(new Emitter<void>());

  readonly event = this.didChange.event;

  constructor(clock: Clock, delayMs: number, events: readonly Event<unknown>[]) {
    const timer = this.store.add(new Timer(clock));
    const handle = (): void => {
      if (!timer.isRunning) {
        timer.start(delayMs, () => this.didChange.fire());
      }
    };
    events.forEach((event) => this.store.add(event(handle)));
  }

  dispose(): void {
    this.store.dispose();
  }
}
