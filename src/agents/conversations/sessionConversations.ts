import type { Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import { claimConversations, type Claimant } from '../../conversations/claimConversations';
import type { ConversationLearner, Learning } from '../../conversations/conversationLearner';
import type { LearnedConversation, LearnRequest } from '../../conversations/learnRequest';
import { isSameDirectory } from '../../conversations/transcripts/realDirectory';
import type { Leases } from '../../ownership/leases';
import type {
  LocatedLease,
  SessionLease,
  SessionOwnership,
} from '../../ownership/sessionOwnership';
import { isOfSameCli, type Lease } from '../../ownership/windowFile';
import { parsePtyId } from '../../pty/ptyId';
import type { SessionInfo, SessionService, SessionSpec } from '../../pty/sessionService';
import type { SessionMapStore } from '../../tasks/sessionMapStore';
import type { CliOf } from '../sessionProviders';
import type { PlannedConversation } from './plannedConversation';

interface SessionConversationsDeps {
  readonly cliOf: CliOf;
  readonly sessions: Pick<SessionService, 'create' | 'onDidChange'>;
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

type LearnableConversation = Pick<PlannedConversation, 'learnFrom' | 'fallback'> &
  Partial<Pick<LearnRequest, 'begins'>>;

/** Starts sessions under their leases, learns the ids of their conversations, and stores them. */
export class SessionConversations implements Disposable {
  private readonly store = new DisposableStore();
  /** The sessions whose CLI generates the conversation's id, until the id is learned. */
  private readonly learning = new Map<SessionLease, Learning>();
  /** The conversations that sessions have if they cannot resume theirs. */
  private readonly replacements = new WeakMap<SessionLease, Replacement>();

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
    const lease = await this.deps.ownership.acquire({
      ...this.identify(spec.id, spec.program.cwd),
      conversation: conversation?.id,
      startedAt: this.deps.clock.now(),
    });
    try {
      await this.learn(lease, lease.claim, conversation);
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
      await this.learn(lease, lease.claim, { ...known, begins: 'began' });
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
    this.stopLearning(lease);
    const startedAt = Date.parse(createdAt);
    await leases.claim({ ...this.identify(ptyId, workDir), conversation, startedAt });
    if (ownership.find(ptyId) === lease) {
      await map.put(ptyId, { uuid: conversation, cwd: workDir });
    }
  }

  dispose(): void {
    this.store.dispose();
    this.learning.forEach((learning) => learning.dispose());
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
      this.stopLearning(lease);
      const claim = { ...lease.claim, conversation: conversation.id, startedAt: clock.now() };
      this.learn(lease, claim, conversation).catch(handleError);
      this.storeConversation(session, replacement);
      leases.claim(claim).catch(handleError);
    }
  }

  /**
   * Learns the id that the CLI generates. Begins before the agent starts, because transcripts that
   * exist by then are not its own.
   */
  private async learn(
    lease: SessionLease,
    claim: LocatedLease,
    conversation: LearnableConversation | undefined,
  ): Promise<void> {
    const location = conversation?.learnFrom ?? conversation?.fallback?.learnFrom;
    if (!location) {
      return;
    }
    const learning = this.deps.learner.learn({
      location,
      startedAt: claim.startedAt,
      begins: conversation?.begins ?? 'begins',
      hasConversation: claim.conversation !== undefined,
      isOwned: (id) => [...this.deps.map.entries.values()].some(({ uuid }) => uuid === id),
      onLearned: (learned) => this.handleLearned(lease, claim, learned),
    });
    this.learning.set(lease, learning);
    // Without this last read, another session that learns an id in the same directory could take
    // the transcript that this one wrote last.
    lease.lastWork = () => {
      this.learning.delete(lease);
      return learning.end();
    };
    await learning.ready;
  }

  private stopLearning(lease: SessionLease): void {
    this.learning.get(lease)?.dispose();
    this.learning.delete(lease);
    lease.lastWork = () => Promise.resolve();
  }

  /**
   * Stores a learned id if the conversation certainly belongs to the session. The session may have
   * ended by now; the conversation is still its own unless another session with the same PTY id, in
   * any window, has started since.
   * @returns whether the conversation belongs to the session.
   */
  private async handleLearned(
    lease: SessionLease,
    claim: LocatedLease,
    learned: LearnedConversation,
  ): Promise<boolean> {
    const { leases, ownership, map, handleError } = this.deps;
    const { ptyId, workDir: cwd } = claim;
    try {
      const others = await leases.readOthers();
      const isElsewhere = others.some((other) => other.ptyId === ptyId);
      const isSure = await isCertain(learned, claim, others);
      if (!isSure || isElsewhere || this.hasNext(lease)) {
        return false;
      }
      // A session that has ended keeps its lease until its last work is done and needs no new claim.
      if (ownership.find(ptyId) === lease) {
        await leases.claim({ ...claim, conversation: learned.id });
      }
      if (this.hasNext(lease)) {
        return false;
      }
      map.put(ptyId, { uuid: learned.id, cwd }).catch(handleError);
      return true;
    } catch (error) {
      handleError(error);
      return false;
    }
  }

  private hasNext(lease: SessionLease): boolean {
    const current = this.deps.ownership.find(lease.claim.ptyId);
    return current !== undefined && current !== lease;
  }
}

function resumedBy({ choice }: PlannedConversation): string | undefined {
  return choice.kind === 'resume' ? choice.id : undefined;
}

/** Whether no session of another window can have started the conversation. */
async function isCertain(
  learned: LearnedConversation,
  claim: LocatedLease,
  others: readonly Lease[],
): Promise<boolean> {
  const own = { ...claim, isPending: true };
  const rivals = await findRivals(claim, others);
  return claimConversations([learned], [own, ...rivals]).some(({ session }) => session === own);
}

/** The sessions of other windows that may have started a conversation in the same directory. */
async function findRivals(
  claim: LocatedLease,
  others: readonly Lease[],
): Promise<readonly Claimant[]> {
  const rivals: Claimant[] = [];
  for (const other of others.filter((one) => isOfSameCli(one, claim))) {
    if (other.workDir && (await isSameDirectory(other.workDir, claim.workDir))) {
      rivals.push({
        startedAt: other.startedAt ?? 0,
        isPending: other.conversation === undefined,
      });
    }
  }
  return rivals;
}
