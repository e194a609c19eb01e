import { Emitter } from '../../../src/base/event';
import type { SessionEvent, SessionInfo, SessionState } from '../../../src/pty/sessionService';

/** Sessions that all run, but for those with another state in `states`; undefined: there is none. */
export class ListedSessions {
  private readonly didChange = new Emitter<SessionEvent>();
  readonly onDidChange = this.didChange.event;

  constructor(private readonly states?: Readonly<Record<string, SessionState>>) {}

  get(id: string): SessionInfo | undefined {
    const state = this.states ? this.states[id] : 'active';
    return state && ({ id, state } as SessionInfo);
  }

  fire(type: SessionEvent['type'], id: string): void {
    this.didChange.fire({ type, session: { id } as SessionInfo });
  }
}
