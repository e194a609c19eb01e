import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import type { Leases } from '../../ownership/leases';
import type { LocatedLease, SessionOwnership } from '../../ownership/sessionOwnership';
import { parsePtyId } from '../../pty/ptyId';
import type { SessionInfo, SessionService, SessionSpec } from '../../pty/sessionService';
import type { SessionMapStore } from '../../tasks/sessionMapStore';
import type { CliOf } from '../sessionProviders';
import type { PlannedConversation } from './plannedConversation';

interface SessionConversationsDeps {
  readonly cliOf: CliOf;
  readonly sessions: Pick<SessionService, 'create' | 'onDidChange'>;
  readonly ownership: Pick<SessionOwnership, 'acquire' | 'find' | 'release'>;
  readonly leases: Pick<Leases, 'claim'>;
  readonly map: Pick<SessionMapStore, 'put' | 'remove'>;
  readonly logger: Pick<Logger, 'info'>;
  readonly handleError: (error: unknown) => void;
}

interface Replacement {
  readonly conversation: PlannedConversation;
  /** The conversation that could not be resumed; undefined if none failed. */
  readonly insteadOf: string | undefined;
}

/** Starts sessions under their leases, and stores their conversations. */
export class SessionConversations implements Disposable {
  private readonly store = new DisposableStore();
  /** The conversations that sessions have if they cannot resume theirs. */
  private readonly replacements = new WeakMap<LocatedLease, Replacement>();

  constructor(private readonly deps: SessionConversationsDeps) {
    this.store.add(
      deps.sessions.onDidChange(({ type, session }) => {
        if (type !== 'exit' && type !== 'removed' && session.fellBack) {
          this.handleFallback(session);
        }
      }),
    );
  }

  /**
   * Acquires the lease and starts the session.
   * @throws {SessionError} `ILLEGAL_STATE` if another window owns the session or its conversation,
   * and what `SessionService.create` throws.
   */
  async create(spec: SessionSpec, conversation?: PlannedConversation): Promise<SessionInfo> {
    const lease = this.leaseOf(spec.id, spec.program.cwd, conversation?.id);
    await this.deps.ownership.acquire(lease);
    try {
      const session = await this.deps.sessions.create(spec);
      if (conversation) {
        this.handleStarted(lease, session, conversation);
      }
      return session;
    } catch (error) {
      void this.deps.ownership.release(spec.id);
      throw error;
    }
  }

  /**
   * Acquires the lease of a session that already runs, with its conversation if that is known. Does
   * nothing if this window owns the session.
   * @throws {SessionError} `ILLEGAL_STATE` if another window owns it.
   */
  async reconnect({ id, workDir }: SessionInfo, conversation: string | undefined): Promise<void> {
    const { ownership } = this.deps;
    if (!ownership.find(id)) {
      await ownership.acquire(this.leaseOf(id, workDir, conversation));
    }
  }

  /**
   * Stores the conversation that the agent itself has reported as its own. Does nothing if this window
   * does not own the session.
   * @throws {SessionError} `ILLEGAL_STATE` if another session, in any window, has the conversation.
   */
  async follow({ id: ptyId, workDir }: SessionInfo, conversation: string): Promise<void> {
    const { leases, ownership, map } = this.deps;
    const lease = ownership.find(ptyId);
    if (!lease) {
      return;
    }
    await leases.claim(this.leaseOf(ptyId, workDir, conversation));
    if (ownership.find(ptyId) === lease) {
      await map.put(ptyId, { uuid: conversation, cwd: workDir });
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  /** Names the CLI of a preset, whose settings another window may not have. */
  private leaseOf(ptyId: string, workDir: string, conversation: string | undefined): LocatedLease {
    const cli = this.deps.cliOf(ptyId, workDir);
    const isPreset = cli !== parsePtyId(ptyId)?.providerId;
    return { ptyId, workDir, conversation, ...(isPreset && { cli }) };
  }

  private handleStarted(
    lease: LocatedLease,
    session: SessionInfo,
    conversation: PlannedConversation,
  ): void {
    const { fallback, logMessage } = conversation;
    if (fallback) {
      const insteadOf = resumedBy(conversation);
      this.replacements.set(lease, { conversation: fallback, insteadOf });
    }
    this.storeConversation(session, { conversation, insteadOf: undefined });
    if (logMessage !== undefined) {
      this.deps.logger.info(logMessage);
    }
  }

  /**
   * Stores the conversation's id. A conversation that could not be resumed stays stored until its
   * replacement has an id, and beside that id until the replacement is written.
   */
  private storeConversation(
    { id: ptyId, workDir: cwd }: SessionInfo,
    { conversation: { id, forkedFrom }, insteadOf }: Replacement,
  ): void {
    const { map, handleError } = this.deps;
    if (id !== undefined) {
      const entry = { uuid: id, cwd, ...(forkedFrom && { forkedFrom }) };
      map.put(ptyId, { ...entry, ...(insteadOf && { insteadOf }) }).catch(handleError);
    } else if (insteadOf === undefined) {
      map.remove(ptyId).catch(handleError);
    }
  }

  private handleFallback(session: SessionInfo): void {
    const { ownership, leases, handleError } = this.deps;
    const lease = ownership.find(session.id);
    const replacement = lease && this.replacements.get(lease);
    if (replacement) {
      this.replacements.delete(lease);
      this.storeConversation(session, replacement);
      leases.claim({ ...lease, conversation: replacement.conversation.id }).catch(handleError);
    }
  }
}

function resumedBy({ choice }: PlannedConversation): string | undefined {
  return choice.kind === 'resume' ? choice.id : undefined;
}
