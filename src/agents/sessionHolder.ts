import { DisposableStore, type Disposable } from '../base/lifecycle';
import type { SessionInfo, SessionService, SessionSpec } from '../pty/sessionService';
import type { Leases } from '../tasks/leases';
import type { SessionMapStore } from '../tasks/sessionMapStore';
import type { PlannedConversation } from './conversationKeeper';

export interface SessionHolderDeps {
  readonly sessions: Pick<SessionService, 'create' | 'onDidChange'>;
  readonly leases: Pick<Leases, 'claim' | 'release'>;
  readonly map: Pick<SessionMapStore, 'put'>;
  readonly handleError: (error: unknown) => void;
}

/**
 * Starts sessions so that no other window drives them, or their conversations, meanwhile, and
 * remembers which conversation each has.
 */
export class SessionHolder implements Disposable {
  private readonly store = new DisposableStore();

  constructor(private readonly deps: SessionHolderDeps) {
    this.store.add(
      deps.sessions.onDidChange(({ type, session }) => {
        if (type === 'exit' || type === 'removed') {
          this.release(session.id);
        }
      }),
    );
  }

  /** @throws {SessionError} `ILLEGAL_STATE` (held by another window), and what `SessionService.create` throws. */
  async create(spec: SessionSpec, conversation?: PlannedConversation): Promise<SessionInfo> {
    const id = conversation?.id;
    await this.deps.leases.claim({ ptyId: spec.id, conversation: id });
    try {
      const session = await this.deps.sessions.create(spec);
      if (id !== undefined) {
        const entry = { uuid: id, cwd: spec.program.cwd };
        this.deps.map.put(spec.id, entry).catch(this.deps.handleError);
      }
      return session;
    } catch (error) {
      this.release(spec.id);
      throw error;
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  private release(ptyId: string): void {
    this.deps.leases.release(ptyId).catch(this.deps.handleError);
  }
}
