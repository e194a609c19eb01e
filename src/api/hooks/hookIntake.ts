import type { Clock } from '../../base/clock';
import { Emitter, type Event } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { HookEvent } from '../../status/sources/hookEvent';
import { parseJson } from '../../base/parseJson';

/** A hook event as it was received; `body` is not parsed yet. */
interface RawHookEvent extends Omit<HookEvent, 'payload'> {
  readonly body: string;
}

/** Maximum events of one session that are emitted within {@link WINDOW_MS} milliseconds. */
export const EVENTS_PER_WINDOW = 50;
export const WINDOW_MS = 500;

interface Window {
  emitted: number;
  /** The newest event that arrived after the limit was reached. */
  pending: RawHookEvent | undefined;
  readonly end: Disposable;
}

/**
 * Emits hook events and limits the cost of a session that sends thousands. Of the events beyond the
 * limit only the newest is emitted, when the next time window begins: it has the current state.
 */
export class HookIntake implements Disposable {
  private readonly store = new DisposableStore();
  private readonly didReceive = this.store.add(new Emitter<HookEvent>());
  private readonly windows = new Map<string, Window>();

  readonly onDidReceive: Event<HookEvent> = this.didReceive.event;

  constructor(private readonly clock: Clock) {}

  take(event: RawHookEvent): void {
    const window = this.windows.get(event.ptyId) ?? this.open(event.ptyId);
    if (window.emitted >= EVENTS_PER_WINDOW) {
      window.pending = event;
      return;
    }
    window.emitted++;
    this.emit(event);
  }

  dispose(): void {
    this.windows.forEach(({ end }) => end.dispose());
    this.windows.clear();
    this.store.dispose();
  }

  private open(ptyId: string): Window {
    const end = this.clock.schedule(WINDOW_MS, () => this.close(ptyId));
    const window: Window = { emitted: 0, pending: undefined, end };
    this.windows.set(ptyId, window);
    return window;
  }

  private close(ptyId: string): void {
    const pending = this.windows.get(ptyId)?.pending;
    this.windows.delete(ptyId);
    if (pending) {
      this.take(pending);
    }
  }

  private emit({ body, ...event }: RawHookEvent): void {
    const json = parseJson(body);
    const payload = json.kind === 'value' ? json.value : undefined;
    this.didReceive.fire({ ...event, payload });
  }
}
