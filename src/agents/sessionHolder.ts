import type { Clock } from '../base/clock';
import { SessionError } from '../base/errors';
import { DisposableStore, type Disposable } from '../base/lifecycle';
import type { Logger } from '../base/logger';
import { claimConversations, type Claimant } from '../conversations/claimConversations';
import type { ConversationLearner, Learning } from '../conversations/conversationLearner';
import type { LearnedConversation } from '../conversations/learnRequest';
import { isSameDirectory } from '../conversations/realDirectory';
import { parsePtyId } from '../pty/ptyId';
import type { SessionInfo, SessionService, SessionSpec } from '../pty/sessionService';
import type { Lease } from '../tasks/leaseFile';
import type { Leases } from '../tasks/leases';
import type { SessionMapStore } from '../tasks/sessionMapStore';
import type { PlannedConversation } from './conversationKeeper';

export interface SessionHolderDeps {
  readonly sessions: Pick<SessionService, 'create' | 'onDidChange'>;
  readonly leases: Pick<Leases, 'claim' | 'listElsewhere' | 'release'>;
  readonly map: Pick<SessionMapStore, 'entries' | 'put' | 'remove'>;
  readonly learner: Pick<ConversationLearner, 'learn'>;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info'>;
  readonly handleError: (error: unknown) => void;
}

interface Replacement {
  readonly conversation: PlannedConversation;
  /** The one that was to be gone on with; undefined where there is none. */
  readonly insteadOf: string | undefined;
}

type HeldLease = Lease & { readonly workDir: string; readonly startedAt: number };

/**
 * Starts sessions so that no other window drives them, or their conversations, meanwhile, and
 * remembers which conversation each has.
 */
export class SessionHolder implements Disposable {
  private readonly store = new DisposableStore();
  /** Those that run or are being started. */
  private readonly held = new Set<string>();
  /** What sessions have in the place of conversations that they cannot go on with. */
  private readonly replacements = new Map<string, Replacement>();
  /** Those whose conversations' ids their CLIs make up. */
  private readonly learning = new Map<string, Learning>();
  /** The last looks for the conversations of sessions that have ended. */
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
    this.held.add(id);
    try {
      const lease = this.leaseOf(id, program.cwd, conversation);
      await this.deps.leases.claim(lease);
      await this.learn(lease, conversation);
      const session = await this.deps.sessions.create(spec);
      if (conversation) {
        const { fallback } = conversation;
        if (fallback) {
          this.replacements.set(id, { conversation: fallback, insteadOf: resumedBy(conversation) });
        }
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

  /** Resolves when all that can be known of sessions that have ended is remembered. */
  async settle(): Promise<void> {
    await this.ending;
  }

  dispose(): void {
    this.store.dispose();
    this.learning.forEach((learning) => learning.dispose());
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
    const replacement = this.replacements.get(session.id);
    if (replacement) {
      const { conversation } = replacement;
      this.replacements.delete(session.id);
      const lease = this.leaseOf(session.id, session.workDir, conversation);
      this.learning.get(session.id)?.dispose();
      this.learn(lease, conversation).catch(this.deps.handleError);
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
    lease: HeldLease,
    conversation: PlannedConversation | undefined,
  ): Promise<void> {
    const place = conversation?.learnFrom ?? conversation?.fallback?.learnFrom;
    if (!place) {
      return;
    }
    const learning = this.deps.learner.learn({
      place,
      startedAt: lease.startedAt,
      hasConversation: lease.conversation !== undefined,
      isOwned: (id) => [...this.deps.map.entries.values()].some(({ uuid }) => uuid === id),
      onLearned: (learned) => this.handleLearned(lease, learned),
    });
    this.learning.set(lease.ptyId, learning);
    await learning.ready;
  }

  /** Whether it is surely the session's. */
  private async handleLearned(lease: HeldLease, learned: LearnedConversation): Promise<boolean> {
    const { leases, map, handleError } = this.deps;
    const { ptyId, workDir: cwd } = lease;
    try {
      const rivals = await findRivals(lease, await leases.listElsewhere());
      const own = { ...lease, isPending: true };
      if (!claimConversations([learned], [own, ...rivals]).some(({ session }) => session === own)) {
        return false;
      }
      // A session that has ended by now holds nothing.
      if (this.learning.has(ptyId)) {
        await leases.claim({ ...lease, conversation: learned.id });
      }
      map.put(ptyId, { uuid: learned.id, cwd }).catch(handleError);
      return true;
    } catch (error) {
      handleError(error);
      return false;
    }
  }

  private release(ptyId: string): void {
    this.held.delete(ptyId);
    this.replacements.delete(ptyId);
    const ended = this.learning.get(ptyId)?.end().catch(this.deps.handleError);
    this.ending = Promise.all([this.ending, ended]);
    this.learning.delete(ptyId);
    this.deps.leases.release(ptyId).catch(this.deps.handleError);
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
