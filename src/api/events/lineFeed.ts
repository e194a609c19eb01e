import type { Clock } from '../../base/clock';
import { Emitter, type Event } from '../../base/event';
import { DisposableStore, toDisposable, type Disposable } from '../../base/lifecycle';
import { LineBuffer } from '../../pty/lines/lineBuffer';
import { LineBudget } from './lineBudget';
import type { SessionEvent, SessionInfo, SessionService } from '../../pty/sessionService';

/** A line of a session's output, with its colours; see `LineBuffer`. */
export interface OutputLine {
  readonly session: SessionInfo;
  readonly data: string;
}

interface Watched {
  readonly lines: LineBuffer;
  readonly watch: Disposable | undefined;
  readonly budget: LineBudget;
}

/**
 * The output of all sessions as lines. It is parsed once for all listeners, and not at all without
 * one.
 */
export class LineFeed implements Disposable {
  private readonly didRead = new Emitter<OutputLine>();
  private readonly watched = new Map<string, Watched>();
  private listening: DisposableStore | undefined;

  constructor(
    private readonly sessions: SessionService,
    private readonly clock: Clock,
  ) {}

  /**
   * Emits the lines that are written after the call. A session's last line is emitted before its
   * exit, provided that the listener subscribed to the exits later.
   */
  readonly onDidRead: Event<OutputLine> = (listener) => {
    const subscription = this.didRead.event(listener);
    this.startIfUsed();
    return toDisposable(() => {
      subscription.dispose();
      this.stopIfUnused();
    });
  };

  dispose(): void {
    this.didRead.dispose();
    this.stopIfUnused();
  }

  private startIfUsed(): void {
    if (!this.listening && this.didRead.hasListeners) {
      this.listening = new DisposableStore();
      this.listening.add(this.sessions.onDidChange((event) => this.handle(event)));
      this.sessions.list().forEach((session) => this.watch(session));
    }
  }

  private stopIfUnused(): void {
    if (!this.didRead.hasListeners) {
      this.listening?.dispose();
      this.listening = undefined;
      [...this.watched.keys()].forEach((id) => this.unwatch(id));
    }
  }

  private handle({ type, session }: SessionEvent): void {
    switch (type) {
      case 'created':
        this.watch(session);
        break;
      case 'exit':
        this.flush(session);
        break;
      case 'removed':
        this.unwatch(session.id);
        break;
      case 'changed':
      case 'agentExit':
        break;
    }
  }

  private watch(session: SessionInfo): void {
    this.unwatch(session.id);
    const lines = new LineBuffer();
    const budget = new LineBudget(this.clock, (data) => this.didRead.fire({ session, data }));
    const { id } = session;
    // A handle also passes on what the session writes once another window owns it.
    const watch = this.sessions
      .find(id)
      ?.watchOutput((bytes) => this.sessions.has(id) && budget.push(lines.push(bytes)));
    this.watched.set(id, { lines, watch, budget });
  }

  /** Emits the last line, which has no line end, when the program has ended. */
  private flush(session: SessionInfo): void {
    const watched = this.watched.get(session.id);
    watched?.budget.push(watched.lines.flush());
    watched?.budget.flush();
  }

  private unwatch(id: string): void {
    const watched = this.watched.get(id);
    watched?.watch?.dispose();
    watched?.budget.dispose();
    this.watched.delete(id);
  }
}
