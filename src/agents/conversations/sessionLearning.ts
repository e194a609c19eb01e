import { claimConversations, type Claimant } from '../../conversations/claimConversations';
import type { ConversationLearner, Learning } from '../../conversations/conversationLearner';
import type { LearnedConversation, LearnRequest } from '../../conversations/learnRequest';
import { isSameDirectory } from '../../conversations/transcripts/realDirectory';
import type { Disposable } from '../../base/lifecycle';
import type { Leases } from '../../ownership/leases';
import type {
  LocatedLease,
  SessionLease,
  SessionOwnership,
} from '../../ownership/sessionOwnership';
import { cliOfLease, type Lease } from '../../ownership/windowFile';
import type { SessionService } from '../../pty/sessionService';
import type { SessionMapStore } from '../../tasks/sessionMapStore';
import type { PlannedConversation } from './plannedConversation';

interface SessionLearningDeps {
  readonly ownership: Pick<SessionOwnership, 'find'>;
  readonly leases: Pick<Leases, 'claim' | 'readOthers'>;
  readonly map: Pick<SessionMapStore, 'entries' | 'put'>;
  readonly learner: Pick<ConversationLearner, 'learn'>;
  readonly sessions: Pick<SessionService, 'get'>;
  /** Reads the path of a process's terminal device; undefined if it is not known. Does not reject. */
  readonly readTerminal: (pid: number) => Promise<string | undefined>;
  readonly handleError: (error: unknown) => void;
}

type LearnableConversation = Pick<PlannedConversation, 'learnFrom' | 'fallback'> &
  Partial<Pick<LearnRequest, 'begins'>>;

/**
 * Learns the conversation ids that the CLIs of this window's sessions generate, and stores those that
 * certainly belong to their sessions.
 */
export class SessionLearning implements Disposable {
  /** The sessions whose id is not learned yet. */
  private readonly running = new Map<SessionLease, Learning>();

  constructor(private readonly deps: SessionLearningDeps) {}

  /**
   * Learns the id that the CLI generates. Begins before the agent starts, because transcripts that
   * exist by then are not its own.
   */
  async begin(
    lease: SessionLease,
    claim: LocatedLease,
    conversation: LearnableConversation | undefined,
  ): Promise<void> {
    const location = conversation?.learnFrom ?? conversation?.fallback?.learnFrom;
    if (!location) {
      return;
    }
    let terminal: string | undefined;
    const learning = this.deps.learner.learn({
      location,
      startedAt: claim.startedAt,
      begins: conversation?.begins ?? 'begins',
      hasConversation: claim.conversation !== undefined,
      isOwned: (id) => [...this.deps.map.entries.values()].some(({ uuid }) => uuid === id),
      readTerminal: async () => (terminal ??= await this.readTerminal(claim.ptyId)),
      onLearned: (learned) => this.handleLearned(lease, claim, learned),
    });
    this.running.set(lease, learning);
    // Without this last search, another session that learns an id in the same directory could take
    // the transcript that this one wrote last.
    lease.lastWork = () => {
      this.running.delete(lease);
      return learning.end();
    };
    await learning.ready;
  }

  stop(lease: SessionLease): void {
    this.running.get(lease)?.dispose();
    this.running.delete(lease);
    lease.lastWork = () => Promise.resolve();
  }

  dispose(): void {
    this.running.forEach((learning) => learning.dispose());
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

  private async readTerminal(ptyId: string): Promise<string | undefined> {
    const pid = this.deps.sessions.get(ptyId)?.pid ?? null;
    return pid === null ? undefined : this.deps.readTerminal(pid);
  }

  private hasNext(lease: SessionLease): boolean {
    const current = this.deps.ownership.find(lease.claim.ptyId);
    return current !== undefined && current !== lease;
  }
}

/** Whether no session of another window can have started the conversation. */
async function isCertain(
  learned: LearnedConversation,
  claim: LocatedLease,
  others: readonly Lease[],
): Promise<boolean> {
  // Sessions of other windows have other terminals.
  const own = { ...claim, isPending: true, terminal: learned.terminal };
  const rivals = await findRivals(claim, others);
  return claimConversations([learned], [own, ...rivals]).some(({ session }) => session === own);
}

/** The sessions of other windows that may have started a conversation in the same directory. */
async function findRivals(
  claim: LocatedLease,
  others: readonly Lease[],
): Promise<readonly Claimant[]> {
  const rivals: Claimant[] = [];
  for (const other of others.filter((one) => cliOfLease(one) === cliOfLease(claim))) {
    if (other.workDir && (await isSameDirectory(other.workDir, claim.workDir))) {
      rivals.push({
        startedAt: other.startedAt ?? 0,
        isPending: other.conversation === undefined,
      });
    }
  }
  return rivals;
}
