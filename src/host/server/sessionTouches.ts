import type { Clock } from '../../base/clock';
import { Emitter } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import type { SessionBackend, SessionLookup } from '../../pty/sessionBackend';
import type { SessionInfo } from '../../pty/sessionService';
import type { Touched } from '../protocol/sessionSchemas';
import { TOUCH_EVERY_MS } from './limits';

/**
 * Emits the frequently changing fields of sessions: at once after a pause, then at intervals of
 * {@link TOUCH_EVERY_MS}. Without changes it has no timer.
 */
export class SessionTouches implements Disposable {
  private readonly store = new DisposableStore();
  private readonly didTouch = this.store.add(new Emitter<readonly Touched[]>());
  private readonly didOutput = this.store.add(new Emitter<string>());
  private readonly timer: Timer;
  private readonly listening = new Map<string, Disposable>();
  private readonly marked = new Set<string>();

  readonly onDidTouch = this.didTouch.event;
  /** Fires with the id of a session that has produced output. */
  readonly onDidOutput = this.didOutput.event;

  constructor(
    private readonly sessions: Pick<SessionBackend, 'get' | 'list' | 'onDidChange'> &
      SessionLookup<'watchOutput'>,
    clock: Clock,
  ) {
    this.timer = this.store.add(new Timer(clock));
    this.store.add(
      sessions.onDidChange(({ type, session: { id } }) => {
        if (type === 'created') {
          this.listen(id);
        } else if (type === 'removed') {
          this.listening.get(id)?.dispose();
          this.listening.delete(id);
        }
      }),
    );
  }

  /** Schedules an event for the session, for example after possible input. */
  mark(id: string): void {
    this.marked.add(id);
    if (!this.timer.isRunning) {
      this.timer.start(0, () => this.emit());
    }
  }

  all(): readonly Touched[] {
    return this.sessions.list().map(toTouched);
  }

  dispose(): void {
    this.store.dispose();
    this.listening.forEach((listening) => listening.dispose());
    this.listening.clear();
  }

  private listen(id: string): void {
    this.listening.get(id)?.dispose();
    const listening = this.sessions.find(id)?.watchOutput(() => {
      this.mark(id);
      this.didOutput.fire(id);
    });
    if (listening) {
      this.listening.set(id, listening);
    }
  }

  private emit(): void {
    const touched = [...this.marked].flatMap((id) => this.sessions.get(id) ?? []).map(toTouched);
    this.marked.clear();
    if (touched.length > 0) {
      this.didTouch.fire(touched);
      this.timer.start(TOUCH_EVERY_MS, () => this.emit());
    }
  }
}

function toTouched(session: SessionInfo): Touched {
  const { id, generation, lastOutputAt, lastInputAt, bracketedPaste } = session;
  return { id, generation, lastOutputAt, lastInputAt, bracketedPaste };
}
