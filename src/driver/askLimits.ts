import type { Clock } from '../base/clock';
import { DisposableStore, toDisposable, type Disposable } from '../base/lifecycle';
import { isSameRun } from '../pty/liveAgent';
import type { SessionInfo, SessionService } from '../pty/sessionService';

/** The reasons that end an ask before its answer is complete. */
export type Halt =
  | { readonly kind: 'timeout' }
  | { readonly kind: 'aborted'; readonly reason: unknown }
  | { readonly kind: 'exited' }
  | { readonly kind: 'closed' };

interface AskLimitsDeps {
  readonly sessions: SessionService;
  readonly clock: Clock;
}

export interface Limits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Ends an ask early: after its time limit, when its caller aborts it, or when the agent ends. The
 * first reason counts.
 */
export class AskLimits implements Disposable {
  private readonly store = new DisposableStore();
  private first: Halt | undefined;

  constructor(
    private readonly deps: AskLimitsDeps,
    private readonly session: SessionInfo,
    { timeoutMs, signal }: Limits,
    private readonly onHalt: () => void,
  ) {
    this.store.add(deps.clock.schedule(timeoutMs, () => this.end({ kind: 'timeout' })));
    this.store.add(
      deps.sessions.onDidChange((event) => event.session.id === session.id && this.check()),
    );
    this.follow(signal);
    this.check();
  }

  get halt(): Halt | undefined {
    return this.first;
  }

  end(halt: Halt): void {
    if (!this.first) {
      this.first = halt;
      this.onHalt();
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  private follow(signal: AbortSignal | undefined): void {
    if (!signal) {
      return;
    }
    const abort = (): void => this.end({ kind: 'aborted', reason: signal.reason });
    signal.addEventListener('abort', abort);
    this.store.add(toDisposable(() => signal.removeEventListener('abort', abort)));
    if (signal.aborted) {
      abort();
    }
  }

  private check(): void {
    if (!isSameRun(this.session, this.deps.sessions.get(this.session.id))) {
      this.end({ kind: 'exited' });
    }
  }
}
