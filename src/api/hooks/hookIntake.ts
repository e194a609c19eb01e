import type { Clock } from '../../base/clock';
import { Emitter, type Event } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { HookEvent } from '../../status/sources/hookEvent';
import { parseJson } from '../../base/parseJson';

/** A hook's event as it came, its body unread. */
export interface RawHookEvent extends Omit<HookEvent, 'payload'> {
  readonly body: string;
}

/** So many events of one session are told at once, and no more until {@link WINDOW_MS} has passed. */
export const EVENTS_PER_WINDOW = 50;
export const WINDOW_MS = 500;

interface Window {
  told: number;
  /** The newest of those that came after the window was full. */
  held: RawHookEvent | undefined;
  readonly end: Disposable;
}

/**
 * Tells of hook events, and bounds what a session that sends thousands costs: of those beyond
 * its share only the newest is read, when the next share begins, for that one says how it stands.
 */
export class HookIntake implements Disposable {
  private readonly store = new DisposableStore();
  private readonly didReceive = this.store.add(new Emitter<HookEvent>());
  private readonly windows = new Map<string, Window>();

  readonly onDidReceive: Event<HookEvent> = this.didReceive.event;

  constructor(private readonly clock: Clock) {}

  take(event: RawHookEvent): void {
    const window = this.windows.get(event.ptyId) ?? this.open(event.ptyId);
    if (window.told >= EVENTS_PER_WINDOW) {
      window.held = event;
      return;
    }
    window.told++;
    this.tell(event);
  }

  dispose(): void {
    this.windows.forEach(({ end }) => end.dispose());
    this.windows.clear();
    this.store.dispose();
  }

  private open(ptyId: string): Window {
    const end = this.clock.schedule(WINDOW_MS, () => this.close(ptyId));
    const window: Window = { told: 0, held: undefined, end };
    this.windows.set(ptyId, window);
    return window;
  }

  private close(ptyId: string): void {
    const held = this.windows.get(ptyId)?.held;
    this.windows.delete(ptyId);
    if (held) {
      this.take(held);
    }
  }

  private tell({ body, ...event }: RawHookEvent): void {
    const json = parseJson(body);
    const payload = json.kind === 'value' ? json.value : undefined;
    this.didReceive.fire({ ...event, payload });
  }
}
