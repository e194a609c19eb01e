import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { SessionEvent, SessionInfo, SessionService } from '../../pty/sessionService';
import type { StatusService } from '../../status/statusService';
import type { Access } from '../../operations/access/access';
import type { LineFeed } from './lineFeed';
import type { SessionScope } from '../../operations/access/sessionScope';
import {
  describeActivity,
  type ActivityView,
  type SessionView,
} from '../../operations/views/sessionView';

/** The events of sessions; the names are public. */
export type ApiEvent =
  | { readonly type: 'session'; readonly session: SessionView }
  /** One line of output; SGR sequences (colours) are kept. */
  | { readonly type: 'output'; readonly sessionId: string; readonly data: string }
  | { readonly type: 'activity'; readonly sessionId: string; readonly activity: ActivityView }
  /** The session's program ended; the exit code is null if it is not known. */
  | { readonly type: 'exit'; readonly sessionId: string; readonly exitCode: number | null }
  /** The session left the list. */
  | { readonly type: 'removed'; readonly sessionId: string };

/** Emits to each caller the events of the sessions that it can access. */
export class EventFeed {
  constructor(
    private readonly deps: {
      readonly sessions: SessionService;
      readonly status: StatusService;
      readonly scope: SessionScope;
      readonly lines: LineFeed;
    },
  ) {}

  /**
   * Emits a `session` event for each existing session before it returns, then all events; none is
   * lost in between.
   */
  subscribe(access: Access, handle: (event: ApiEvent) => void): Disposable {
    const { sessions, status, scope, lines } = this.deps;
    const states = new Map<string, SessionView['state']>();
    const listener = (event: ApiEvent): void => {
      noteState(states, event);
      handle(event);
    };
    const store = new DisposableStore();
    const isSeen = (session: SessionInfo): boolean => scope.includes(access, session);
    store.add(
      lines.onDidRead(({ session, data }) => {
        if (isSeen(session)) {
          listener({ type: 'output', sessionId: session.id, data });
        }
      }),
    );
    store.add(
      sessions.onDidChange((event) => {
        if (isSeen(event.session)) {
          this.describe(event).forEach(listener);
        }
      }),
    );
    store.add(
      status.onDidChange((id) => {
        const session = sessions.get(id);
        if (session && isSeen(session)) {
          listener({ type: 'activity', sessionId: id, activity: describeActivity(status.get(id)) });
          const now = scope.describe(session);
          if (now.state !== states.get(id)) {
            listener({ type: 'session', session: now });
          }
        }
      }),
    );
    scope.list(access).forEach((session) => listener({ type: 'session', session }));
    return store;
  }

  private describe({ type, session }: SessionEvent): readonly ApiEvent[] {
    const { id: sessionId, exitCode } = session;
    const now: ApiEvent = { type: 'session', session: this.deps.scope.describe(session) };
    switch (type) {
      case 'created':
      case 'changed':
      case 'agentExit':
        return [now];
      case 'exit':
        return [now, { type: 'exit', sessionId, exitCode }];
      case 'removed':
        return [{ type: 'removed', sessionId }];
    }
  }
}

/** Notes the last state of each session: an agent that works without output makes it active. */
function noteState(states: Map<string, SessionView['state']>, event: ApiEvent): void {
  if (event.type === 'session') {
    states.set(event.session.id, event.session.state);
  } else if (event.type === 'removed') {
    states.delete(event.sessionId);
  }
}
