import type { Clock } from '../../base/clock';
import { toError } from '../../base/errors';
import { DisposableStore } from '../../base/lifecycle';
import type { SessionEvent, SessionInfo, SessionService } from '../../pty/sessionService';
import type { StatusService } from '../../status/statusService';
import { ApiError } from '../apiError';
import { sessionMovedError, type SessionScope } from '../access/sessionScope';
import type { SessionView } from '../views/sessionView';

/** What a wait can wait for; `exit` is the end of the agent or of its session. */
export const WAIT_TARGETS = [
  'working',
  'needsInput',
  'done',
  'idle',
  'limited',
  'failed',
  'exit',
] as const;

export type WaitTarget = (typeof WAIT_TARGETS)[number];

export interface WaitOptions {
  readonly kinds: readonly WaitTarget[];
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** These always end a wait, because no other target can follow them. */
const ALWAYS_ENDING: readonly WaitTarget[] = ['exit', 'failed', 'limited'];

/** Waits until a session's agent reaches one of the requested states. */
export class SessionWait {
  constructor(
    private readonly deps: {
      readonly sessions: SessionService;
      readonly status: StatusService;
      readonly scope: SessionScope;
      readonly clock: Clock;
    },
  ) {}

  /**
   * Resolves with the session at the end of the wait.
   * @throws {ApiError} `TIMEOUT`; `MOVED` if the session is released to another window.
   * @throws the signal's reason once it is aborted.
   */
  until(session: SessionInfo, { kinds, timeoutMs, signal }: WaitOptions): Promise<SessionView> {
    const { sessions, status, scope, clock } = this.deps;
    const store = new DisposableStore();
    const waited = new Promise<SessionView>((resolve, reject) => {
      const check = (now: SessionInfo): void => {
        const view = scope.describe(now);
        if (isReached(view, [...kinds, ...ALWAYS_ENDING])) {
          resolve(view);
        }
      };
      const handle = ({ type, session: now }: SessionEvent): void => {
        if (now.id === session.id) {
          check(now);
        }
        if (now.id === session.id && type === 'removed') {
          // A session that has ended has settled the wait before.
          reject(sessionMovedError(now.id));
        }
      };
      store.add(sessions.onDidChange(handle));
      store.add(
        status.onDidChange((id) => id === session.id && check(sessions.get(id) ?? session)),
      );
      store.add(clock.schedule(timeoutMs, () => reject(timedOut(session, kinds))));
      const abort = (): void => reject(toError(signal?.reason));
      if (signal?.aborted) {
        abort();
      }
      signal?.addEventListener('abort', abort, { once: true });
      store.add({ dispose: () => signal?.removeEventListener('abort', abort) });
      check(session);
    });
    return waited.finally(() => store.dispose());
  }
}

function isReached(view: SessionView, kinds: readonly WaitTarget[]): boolean {
  const { kind } = view.activity;
  if (!view.running || view.agentExitCode !== null) {
    return true;
  }
  if (view.provider === null) {
    // Only its silence shows that a shell is idle.
    return kinds.includes('idle') && view.state === 'idle';
  }
  return kinds.some((one) => one === kind || (one === 'idle' && kind === 'done'));
}

function timedOut({ id }: SessionInfo, kinds: readonly WaitTarget[]): ApiError {
  return new ApiError(
    'TIMEOUT',
    `Session ${id} did not reach ${kinds.join(' or ')} in time: wait again, or read its screen.`,
  );
}
