import { settledWithin, type Clock } from '../../base/clock';
import { SessionError } from '../../base/errors';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import { claimConversations, type Claimant } from '../../conversations/claimConversations';
import type { ConversationLearner, Learning } from '../../conversations/conversationLearner';
import type { LearnedConversation, LearnRequest } from '../../conversations/learnRequest';
import { isSameDirectory } from '../../conversations/transcripts/realDirectory';
import { parsePtyId } from '../../pty/ptyId';
import type { SessionInfo, SessionService, SessionSpec } from '../../pty/sessionService';
import type { Lease } from '../../ownership/windowFile';
import type { Leases } from '../../ownership/leases';
import type { SessionMapStore } from '../../tasks/sessionMapStore';
import type { PlannedConversation } from '../conversations/plannedConversation';

/** How long the last look for a session's conversation may keep its lease, in milliseconds. */
const LAST_LOOK_MS = 5_000;

export interface SessionHolderDeps {
  readonly sessions: Pick<SessionService, 'create' | 'onDidChange'>;
  readonly leases: Pick<Leases, 'claim' | 'listElsewhere' | 'release'>;
  readonly map: Pick<SessionMapStore, 'entries' | 'put' | 'remove'>;
  readonly learner: Pick<ConversationLearner, 'learn'>;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info'>;
  readonly handleError: (error: unknown) => void;
}

/** What is known of the conversation of a session that runs already. */
export type AdoptedConversation = Pick<PlannedConversation, 'id' | 'learnFrom'>;

interface Replacement {
  readonly conversation: PlannedConversation;
  /** The one that was to be gone on with; undefined where there is none. */
  readonly insteadOf: string | undefined;
}

type LearntConversation = Pick<PlannedConversation, 'learnFrom' | 'fallback'> &
  Partial<Pick<LearnRequest, 'begins'>>;

type HeldLease = Lease & { readonly workDir: string; readonly startedAt: number };

/** What belongs to one session, and not to the next one of its id. */
interface Holding {
  /** What it has in the place of a conversation that it cannot go on with. */
  replacement: Replacement | undefined;
  /** Where its CLI makes up its conversation's id. */
  learning: Learning | undefined;
}

/**
 * Starts sessions so that no other window drives them, or their conversations, meanwhile, and
 * remembers which conversation each has.
 */
export class SessionHolder implements Disposable {
  private readonly store = new DisposableStore();
  /** Those that run or are being started. */
  private readonly held = new Map<string, Holding>();
  /** The last looks for the conversations of sessions that have ended, and their leases' ends. */
  private ending: Promise<unknown> = Promise.resolve();

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
    const { id, program } = spec;
    if (this.held.has(id)) {
      // Its failure must not let go of what that session holds.
      throw new SessionError('SESSION_EXISTS', `Session ${id} is already there.`);
    }
    const holding: Holding = { replacement: undefined, learning: undefined };
    this.held.set(id, holding);
    try {
      const lease = this.leaseOf(id, program.cwd, conversation);
      await this.deps.leases.claim(lease);
      await this.learn(holding, lease, conversation);
      const session = await this.deps.sessions.create(spec);
      if (conversation) {
        const { fallback } = conversation;
        holding.replacement = fallback && {
          conversation: fallback,
          insteadOf: resumedBy(conversation),
        };
        this.remember(session, { conversation, insteadOf: undefined });
        if (conversation.remark !== undefined) {
          this.deps.logger.info(conversation.remark);
        }
      }
      return session;
    } catch (error) {
      this.release(spec.id);
      throw error;
    }
  }

  /**
   * Takes over a session that runs already, whose conversation is known or, from what its CLI has
   * written since it began, is to be learnt. One that is held already is harmless.
   * @throws {SessionError} `ILLEGAL_STATE` where another window holds it.
   */
  async adopt({ id, workDir, createdAt }: SessionInfo, known: AdoptedConversation): Promise<void> {
    if (this.held.has(id)) {
      return;
    }
    const holding: Holding = { replacement: undefined, learning: undefined };
    this.held.set(id, holding);
    const startedAt = Date.parse(createdAt);
    const lease = { ptyId: id, conversation: known.id, workDir, startedAt };
    try {
      await this.deps.leases.claim(lease);
      await this.learn(holding, lease, { ...known, begins: 'began' });
    } catch (error) {
      this.release(id);
      throw error;
    }
  }

  /** Holds a session no more that goes on elsewhere; resolves when others may have it. */
  async letGoOf(ptyId: string): Promise<void> {
    this.release(ptyId);
    await this.ending;
  }

  /**
   * The agent itself says which conversation its session has from now on, so none is looked for any
   * more. A session that is not held here is harmless.
   * @throws {SessionError} `ILLEGAL_STATE` where another session, of whichever window, has it.
   */
  async follow(
    { id: ptyId, workDir, createdAt }: SessionInfo,
    conversation: string,
  ): Promise<void> {
    const holding = this.held.get(ptyId);
    if (!holding) {
      return;
    }
    holding.learning?.dispose();
    holding.learning = undefined;
    await this.deps.leases.claim({
      ptyId,
      conversation,
      workDir,
      startedAt: Date.parse(createdAt),
    });
    if (this.held.get(ptyId) === holding) {
      await this.deps.map.put(ptyId, { uuid: conversation, cwd: workDir });
    }
  }

  /** Resolves when all that can be known of sessions that have ended is remembered, and others may have them. */
  async settle(): Promise<void> {
    await this.ending;
  }

  dispose(): void {
    this.store.dispose();
    this.held.forEach(({ learning }) => learning?.dispose());
  }

  /** One that was refused stays known until the other has an id, and by that until it is written. */
  private remember(
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
    const holding = this.held.get(session.id);
    const replacement = holding?.replacement;
    if (replacement) {
      const { conversation } = replacement;
      holding.replacement = undefined;
      const lease = this.leaseOf(session.id, session.workDir, conversation);
      holding.learning?.dispose();
      this.learn(holding, lease, conversation).catch(this.deps.handleError);
      this.remember(session, replacement);
      this.deps.leases.claim(lease).catch(this.deps.handleError);
    }
  }

  private leaseOf(
    ptyId: string,
    workDir: string,
    conversation: PlannedConversation | undefined,
  ): HeldLease {
    const startedAt = this.deps.clock.now();
    return { ptyId, conversation: conversation?.id, workDir, startedAt };
  }

  /** From before the agent starts: what is there already is not its. */
  private async learn(
    holding: Holding,
    lease: HeldLease,
    conversation: LearntConversation | undefined,
  ): Promise<void> {
    const place = conversation?.learnFrom ?? conversation?.fallback?.learnFrom;
    if (!place) {
      return;
    }
    holding.learning = this.deps.learner.learn({
      place,
      startedAt: lease.startedAt,
      begins: conversation?.begins ?? 'begins',
      hasConversation: lease.conversation !== undefined,
      isOwned: (id) => [...this.deps.map.entries.values()].some(({ uuid }) => uuid === id),
      onLearned: (learned) => this.handleLearned(holding, lease, learned),
    });
    await holding.learning.ready;
  }

  /**
   * Whether it is surely the session's, which may have ended by now: what it had is still its own,
   * unless another one of its id, here or elsewhere, has begun with something else since.
   */
  private async handleLearned(
    holding: Holding,
    lease: HeldLease,
    learned: LearnedConversation,
  ): Promise<boolean> {
    const { leases, map, handleError } = this.deps;
    const { ptyId, workDir: cwd } = lease;
    try {
      const others = await leases.listElsewhere();
      const rivals = await findRivals(lease, others);
      const own = { ...lease, isPending: true };
      const isSure = claimConversations([learned], [own, ...rivals]).some(
        ({ session }) => session === own,
      );
      if (
        !isSure ||
        others.some((other) => other.ptyId === ptyId) ||
        this.hasNext(ptyId, holding)
      ) {
        return false;
      }
      // One that has ended needs no more than what it holds until it has been looked at for the last time.
      if (this.held.get(ptyId) === holding) {
        await leases.claim({ ...lease, conversation: learned.id });
      }
      if (this.hasNext(ptyId, holding)) {
        return false;
      }
      map.put(ptyId, { uuid: learned.id, cwd }).catch(handleError);
      return true;
    } catch (error) {
      handleError(error);
      return false;
    }
  }

  private hasNext(ptyId: string, holding: Holding): boolean {
    const current = this.held.get(ptyId);
    return current !== undefined && current !== holding;
  }

  private release(ptyId: string): void {
    const holding = this.held.get(ptyId);
    if (holding) {
      this.held.delete(ptyId);
      this.ending = Promise.all([this.ending, this.letGo(ptyId, holding)]);
    }
  }

  /**
   * Looks for what it made up last while its lease still tells others of it: a session elsewhere
   * that waits for an id of its own in the same directory would take this one's.
   */
  private async letGo(ptyId: string, { learning }: Holding): Promise<void> {
    try {
      if (learning) {
        await settledWithin(this.deps.clock, LAST_LOOK_MS, learning.end());
      }
      // Else the lease is the next session's.
      if (!this.held.has(ptyId)) {
        await this.deps.leases.release(ptyId);
      }
    } catch (error) {
      this.deps.handleError(error);
    }
  }
}

function resumedBy({ choice }: PlannedConversation): string | undefined {
  return choice.kind === 'resume' ? choice.id : undefined;
}

/** The sessions of other windows that may have begun a conversation where this one did. */
async function findRivals(
  { ptyId, workDir }: HeldLease,
  others: readonly Lease[],
): Promise<readonly Claimant[]> {
  const providerId = parsePtyId(ptyId)?.providerId;
  const rivals: Claimant[] = [];
  for (const other of others) {
    const isOfProvider = parsePtyId(other.ptyId)?.providerId === providerId;
    if (isOfProvider && other.workDir && (await isSameDirectory(other.workDir, workDir))) {
      rivals.push({
        startedAt: other.startedAt ?? 0,
        isPending: other.conversation === undefined,
      });
    }
  }
  return rivals;
}
