import type { Clock } from '../base/clock';
import { DisposableStore, type Disposable } from '../base/lifecycle';
import type { ConversationLearner, Learning } from '../conversations/conversationLearner';
import type { SessionInfo, SessionService, SessionSpec } from '../pty/sessionService';
import type { Leases } from '../tasks/leases';
import type { SessionMapEntry } from '../tasks/sessionMapFile';
import type { SessionMapStore } from '../tasks/sessionMapStore';
import type { PlannedConversation } from './conversationKeeper';

export interface SessionHolderDeps {
  readonly sessions: Pick<SessionService, 'create' | 'onDidChange'>;
  readonly leases: Pick<Leases, 'claim' | 'release'>;
  readonly map: Pick<SessionMapStore, 'entries' | 'put' | 'remove'>;
  readonly learner: Pick<ConversationLearner, 'learn'>;
  readonly clock: Clock;
  readonly handleError: (error: unknown) => void;
}

/**
 * Starts sessions so that no other window drives them, or their conversations, meanwhile, and
 * remembers which conversation each has.
 */
export class SessionHolder implements Disposable {
  private readonly store = new DisposableStore();
  /** What sessions have in the place of a conversation that they cannot go on with. */
  private readonly fallbacks = new Map<string, PlannedConversation>();
  /** Those whose conversations' ids their CLIs make up. */
  private readonly learning = new Map<string, Learning>();

  constructor(private readonly deps: SessionHolderDeps) {
    this.store.add(
      deps.sessions.onDidChange(({ type, session }) => {
        if (type === 'exit' || type === 'removed') {
          this.release(session.id);
        } else if (session.fellBack) {
          this.handleFallback(session);
        }
      }),
    );
  }

  /** @throws {SessionError} `ILLEGAL_STATE` (held by another window), and what `SessionService.create` throws. */
  async create(spec: SessionSpec, conversation?: PlannedConversation): Promise<SessionInfo> {
    const id = conversation?.id;
    await this.deps.leases.claim({ ptyId: spec.id, conversation: id });
    try {
      await this.learn(spec.id, spec.program.cwd, conversation);
      const session = await this.deps.sessions.create(spec);
      if (conversation) {
        this.remember(session, conversation);
      }
      return session;
    } catch (error) {
      this.release(spec.id);
      throw error;
    }
  }

  dispose(): void {
    this.store.dispose();
    this.learning.forEach((learning) => learning.dispose());
  }

  private remember({ id: ptyId, workDir }: SessionInfo, conversation: PlannedConversation): void {
    const { id, fallback, forkedFrom } = conversation;
    if (fallback) {
      this.fallbacks.set(ptyId, fallback);
    }
    const isKept =
      id === undefined
        ? this.deps.map.remove(ptyId)
        : this.deps.map.put(ptyId, { uuid: id, cwd: workDir, ...(forkedFrom && { forkedFrom }) });
    isKept.catch(this.deps.handleError);
  }

  private handleFallback(session: SessionInfo): void {
    const fallback = this.fallbacks.get(session.id);
    if (fallback) {
      this.fallbacks.delete(session.id);
      this.learn(session.id, session.workDir, fallback).catch(this.deps.handleError);
      this.remember(session, fallback);
      const lease = { ptyId: session.id, conversation: fallback.id };
      this.deps.leases.claim(lease).catch(this.deps.handleError);
    }
  }

  /** From before the agent starts: what is there already is not its. */
  private async learn(
    ptyId: string,
    cwd: string,
    conversation: PlannedConversation | undefined,
  ): Promise<void> {
    const place = conversation?.learnFrom;
    if (!place) {
      return;
    }
    const learning = this.deps.learner.learn({
      place,
      startedAt: this.deps.clock.now(),
      isOwned: (id) => [...this.deps.map.entries.values()].some(({ uuid }) => uuid === id),
      onLearned: (id) => this.handleLearned(ptyId, { uuid: id, cwd }),
    });
    this.learning.set(ptyId, learning);
    await learning.ready;
  }

  private handleLearned(ptyId: string, entry: SessionMapEntry): void {
    const { leases, map, handleError } = this.deps;
    map.put(ptyId, entry).catch(handleError);
    // A session that has ended by now holds nothing.
    if (this.learning.has(ptyId)) {
      leases.claim({ ptyId, conversation: entry.uuid }).catch(handleError);
    }
  }

  private release(ptyId: string): void {
    this.fallbacks.delete(ptyId);
    this.learning.get(ptyId)?.end().catch(this.deps.handleError);
    this.learning.delete(ptyId);
    this.deps.leases.release(ptyId).catch(this.deps.handleError);
  }
}
