import type { Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import type { ConversationLearner } from '../../conversations/conversationLearner';
import type { Leases } from '../../ownership/leases';
import type {
  LocatedLease,
  SessionLease,
  SessionOwnership,
} from '../../ownership/sessionOwnership';
import { parsePtyId } from '../../pty/ptyId';
import type { SessionInfo, SessionService, SessionSpec } from '../../pty/sessionService';
import type { SessionMapStore } from '../../tasks/sessionMapStore';
import type { CliOf } from '../sessionProviders';
import type { PlannedConversation } from './plannedConversation';
import { SessionLearning } from './sessionLearning';

interface SessionConversationsDeps {
  readonly cliOf: CliOf;
  readonly sessions: Pick<SessionService, 'create' | 'get' | 'onDidChange'>;
  readonly readTerminal: (pid: number) => Promise<string | undefined>;
  readonly ownership: Pick<SessionOwnership, 'acquire' | 'find' | 'release'>;
  readonly leases: Pick<Leases, 'claim' | 'readOthers'>;
  readonly map: Pick<SessionMapStore, 'entries' | 'put' | 'remove'>;
  readonly learner: Pick<ConversationLearner, 'learn'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly logger: Pick<Logger, 'info'>;
  readonly handleError: (error: unknown) => void;
}

/** The conversation of a session that already runs: its id, or where to learn the id. */
export type RunningConversation = Pick<PlannedConversation, 'id' | 'learnFrom'>;

interface Replacement {
  readonly conversation: PlannedConversation;
  /** The conversation that could not be resumed; undefined if none failed. */
  readonly insteadOf: string | undefined;
}

/** Starts sessions under their leases, and stores their conversations. */
export class SessionConversations implements Disposable {
  private readonly store = new DisposableStore();
  private readonly learning: SessionLearning;
  /** The conversations that sessions have if they cannot resume theirs. */
  private readonly replacements = new WeakMap<SessionLease, Replacement>();

  constructor(private readonly deps: SessionConversationsDeps) {
    this.learning = this.store.add(new SessionLearning(deps));
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
    const lease = await this.deps.ownership.acquire({
      ...this.identify(spec.id, spec.program.cwd),
      conversation: conversation?.id,
      startedAt: this.deps.clock.now(),
    });
    try {
      await this.learning.begin(lease, lease.claim, conversation);
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
   * Acquires the lease of a session that already runs. Its conversation is known, or is learned from
   * what its CLI has written since the session started. Does nothing if this window owns the
   * session.
   * @throws {SessionError} `ILLEGAL_STATE` if another window owns it.
   */
  async reconnect(
    { id, workDir, createdAt }: SessionInfo,
    known: RunningConversation,
  ): Promise<void> {
    const { ownership } = this.deps;
    if (ownership.find(id)) {
      return;
    }
    const startedAt = Date.parse(createdAt);
    const lease = await ownership.acquire({
      ...this.identify(id, workDir),
      conversation: known.id,
      startedAt,
    });
    try {
      await this.learning.begin(lease, lease.claim, { ...known, begins: 'began' });
    } catch (error) {
      void ownership.release(id);
      throw error;
    }
  }

  /**
   * Stores the conversation to which the agent itself has reported that it switched, and stops
   * learning its id. Does nothing if this window does not own the session.
   * @throws {SessionError} `ILLEGAL_STATE` if another session, in any window, has the conversation.
   */
  async follow(
    { id: ptyId, workDir, createdAt }: SessionInfo,
    conversation: string,
  ): Promise<void> {
    const { leases, ownership, map } = this.deps;
    const lease = ownership.find(ptyId);
    if (!lease) {
      return;
    }
    this.learning.stop(lease);
    const startedAt = Date.parse(createdAt);
    await leases.claim({ ...this.identify(ptyId, workDir), conversation, startedAt });
    if (ownership.find(ptyId) === lease) {
      await map.put(ptyId, { uuid: conversation, cwd: workDir });
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  /** The owner of a claim. Names the CLI of a preset, whose settings another window may not have. */
  private identify(
    ptyId: string,
    workDir: string,
  ): Pick<LocatedLease, 'cli' | 'ptyId' | 'workDir'> {
    const cli = this.deps.cliOf(ptyId, workDir);
    const isPreset = cli !== parsePtyId(ptyId)?.providerId;
    return { ptyId, workDir, ...(isPreset && { cli }) };
  }

  private handleStarted(
    lease: SessionLease,
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
    const { ownership, leases, clock, handleError } = this.deps;
    const lease = ownership.find(session.id);
    const replacement = lease && this.replacements.get(lease);
    if (replacement) {
      const { conversation } = replacement;
      this.replacements.delete(lease);
      this.learning.stop(lease);
      const claim = { ...lease.claim, conversation: conversation.id, startedAt: clock.now() };
      this.learning.begin(lease, claim, conversation).catch(handleError);
      this.storeConversation(session, replacement);
      leases.claim(claim).catch(handleError);
    }
  }
}

function resumedBy({ choice }: PlannedConversation): string | undefined {
  return choice.kind === 'resume' ? choice.id : undefined;
}
