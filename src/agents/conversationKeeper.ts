import type { Logger } from '../base/logger';
import { isSameDirectory } from '../conversations/realDirectory';
import { decideIsolation } from '../conversations/sessionIsolation';
import { toConversationChoice } from '../conversations/toConversationChoice';
import type { TranscriptPlace, Transcripts } from '../conversations/transcripts';
import type { ConversationChoice } from '../providers/conversationArgs';
import { parsePtyId } from '../pty/ptyId';
import type { SessionMapEntry } from '../tasks/sessionMapFile';
import type { SessionMapStore } from '../tasks/sessionMapStore';
import type { TaskStore } from '../tasks/taskStore';

/** For which session a conversation is wanted. */
export interface ConversationWish extends TranscriptPlace {
  readonly ptyId: string;
  /** `start`: its first one; `resume`: it ran before; `fresh`: a new one in the old one's place. */
  readonly kind: 'start' | 'resume' | 'fresh';
  /** The one that the person has picked; none = the session's own. */
  readonly picked?: string | undefined;
}

/** The conversation that a session will have. */
export interface PlannedConversation {
  /** What its CLI is told. */
  readonly choice: ConversationChoice;
  /** Its id; undefined where the CLI makes one up, or tells none. */
  readonly id: string | undefined;
  /** Where the CLI writes the id that it makes up. */
  readonly learnFrom?: TranscriptPlace | undefined;
  /** The id of the one whose history it begins with. */
  readonly forkedFrom?: string | undefined;
  /** What takes its place where it cannot be gone back to; none for a new one. */
  readonly fallback?: Omit<PlannedConversation, 'fallback'>;
  /** What the person should know, one sentence each. */
  readonly notices: readonly string[];
}

export interface ConversationKeeperDeps {
  readonly map: Pick<SessionMapStore, 'entries' | 'get' | 'remove'>;
  readonly tasks: Pick<TaskStore, 'list'>;
  readonly transcripts: Transcripts;
  readonly isDirectory: (path: string) => boolean;
  readonly randomUuid: () => string;
  readonly logger: Pick<Logger, 'info'>;
}

interface KnownConversation {
  readonly uuid: string;
  /** One that was never written to has no transcript: it cannot be resumed, and its id is free. */
  readonly isWritten: boolean;
  readonly forkedFrom: string | undefined;
}

interface Staleness {
  readonly kind: 'elsewhere' | 'unwritten';
  readonly reason: string;
}

const NEW: PlannedConversation = {
  choice: { kind: 'fresh', uuid: undefined },
  id: undefined,
  notices: [],
};

/** Decides which conversation a session gets, so that no two sessions share one. */
export class ConversationKeeper {
  constructor(private readonly deps: ConversationKeeperDeps) {}

  async plan(wish: ConversationWish): Promise<PlannedConversation> {
    const planned = await this.choose(wish);
    return planned.choice.kind === 'fresh' ? planned : { ...planned, fallback: this.planNew(wish) };
  }

  private planNew({ provider, cwd, env }: TranscriptPlace): PlannedConversation {
    if (provider.conversations.kind === 'chooseId') {
      const id = this.deps.randomUuid();
      return { choice: { kind: 'fresh', uuid: id }, id, notices: [] };
    }
    return provider.conversations.kind === 'byId' ? this.learnt({ provider, cwd, env }) : NEW;
  }

  private learnt({ provider, cwd, env }: TranscriptPlace): PlannedConversation {
    const isReadable = provider.transcripts.kind !== 'none';
    return isReadable ? { ...NEW, learnFrom: { provider, cwd, env } } : NEW;
  }

  private async choose(wish: ConversationWish): Promise<PlannedConversation> {
    if (wish.picked !== undefined) {
      return { ...NEW, choice: { kind: 'resume', id: wish.picked }, id: wish.picked };
    }
    switch (wish.provider.conversations.kind) {
      case 'none':
        return NEW;
      case 'latest':
        return this.planLatest(wish);
      case 'byId':
        return this.planById(wish);
      case 'chooseId':
        return this.planChosenId(wish);
    }
  }

  /** A conversation with the history of another session's, which goes on by itself. */
  async planFork(place: TranscriptPlace, parent: string): Promise<PlannedConversation> {
    const { name, fork } = place.provider;
    const fallback = this.planNew(place);
    const id = this.deps.map.get(parent)?.uuid;
    if (fork.kind === 'none') {
      return {
        ...fallback,
        notices: [`${name} cannot fork a conversation, so a new one is begun.`],
      };
    }
    const isReadable = place.provider.transcripts.kind !== 'none';
    if (id === undefined || (isReadable && !(await this.deps.transcripts.find(place, id)))) {
      const notice = `The conversation of ${name} has no history to fork yet, so a new one is begun.`;
      return { ...fallback, notices: [notice] };
    }
    const { id: uuid, learnFrom } = fork.newId === 'chosen' ? fallback : this.learnt(place);
    return { ...forked(id, uuid), learnFrom, fallback };
  }

  /** The conversations of the place that belong to no session but, perhaps, `ptyId`'s; newest first. */
  async unowned(ptyId: string, place: TranscriptPlace): Promise<readonly string[]> {
    const others = [...this.deps.map.entries].filter(([other]) => other !== ptyId);
    const owned = new Set(others.flatMap(([, { uuid, insteadOf }]) => [uuid, insteadOf]));
    const transcripts = await this.deps.transcripts.list(place);
    return transcripts.map(({ id }) => id).filter((id) => !owned.has(id));
  }

  /** "The latest" is a session's own only where no other can have made a later one. */
  private planLatest(wish: ConversationWish): PlannedConversation {
    const isAlone = !this.hasOthers(wish) && this.siblings(wish).length === 0;
    return wish.kind === 'resume' && isAlone ? { ...NEW, choice: { kind: 'resumeLast' } } : NEW;
  }

  private async planById(wish: ConversationWish): Promise<PlannedConversation> {
    if (wish.kind === 'fresh') {
      return this.planNew(wish);
    }
    const known = await this.findKnown(wish);
    if (known?.isWritten) {
      return resumed(known.uuid);
    }
    const unowned = wish.kind === 'resume' ? await this.unowned(wish.ptyId, wish) : [];
    const [newest, ...more] = unowned;
    if (newest === undefined) {
      return this.planNew(wish);
    }
    if (more.length > 0) {
      return { ...this.planNew(wish), notices: [severalMayBeMeant(wish)] };
    }
    const isSurelyIts = this.siblings(wish).every((ptyId) => this.deps.map.get(ptyId));
    return isSurelyIts
      ? resumed(newest)
      : { ...this.planNew(wish), notices: [mayBeAnothers(wish)] };
  }

  private async planChosenId(wish: ConversationWish): Promise<PlannedConversation> {
    const parts = parsePtyId(wish.ptyId);
    const known = await this.findKnown(wish);
    if (known?.forkedFrom !== undefined && !known.isWritten) {
      // Nothing was said in it yet, so it is still to be made.
      return forked(known.forkedFrom, known.uuid);
    }
    const decision = decideIsolation({
      kind: parts?.kind ?? 'chat',
      suffix: parts?.suffix ?? wish.ptyId,
      wish: wish.kind,
      known: known?.uuid,
      hasOthers: this.hasOthers(wish),
      unowned: wish.kind === 'resume' ? await this.unowned(wish.ptyId, wish) : [],
      randomUuid: this.deps.randomUuid,
    });
    if (decision.case === 'ask') {
      return { ...this.planNew(wish), notices: [severalMayBeMeant(wish)] };
    }
    const { uuid } = decision;
    const hasTranscript = await this.hasTranscript(wish, uuid);
    return { choice: toConversationChoice(uuid, () => hasTranscript), id: uuid, notices: [] };
  }

  private hasOthers({ ptyId, provider, cwd }: ConversationWish): boolean {
    return [...this.deps.map.entries].some(
      ([other, entry]) =>
        other !== ptyId && parsePtyId(other)?.providerId === provider.id && entry.cwd === cwd,
    );
  }

  /** The other sessions of the place that tasks remember, whether their conversations are known or not. */
  private siblings({ ptyId, provider, cwd }: ConversationWish): readonly string[] {
    return this.deps.tasks
      .list()
      .filter((task) => task.cwd === cwd)
      .flatMap(({ conversations }) => conversations)
      .filter((one) => one.providerId === provider.id && one.ptyId !== ptyId)
      .map((one) => one.ptyId);
  }

  /** What the map has for the session, if it still holds; what is stale leaves the map. */
  private async findKnown(wish: ConversationWish): Promise<KnownConversation | undefined> {
    const entry = this.deps.map.get(wish.ptyId);
    if (!entry || wish.kind === 'fresh') {
      return undefined;
    }
    const { uuid, forkedFrom, insteadOf } = entry;
    const staleness = await this.findStaleness(wish, entry);
    if (
      staleness?.kind === 'unwritten' &&
      insteadOf !== undefined &&
      (await this.deps.transcripts.find(wish, insteadOf))
    ) {
      // It could not be gone on with, perhaps for a reason that has passed, and nothing took its place.
      return { uuid: insteadOf, isWritten: true, forkedFrom: undefined };
    }
    if (staleness) {
      const { reason } = staleness;
      this.deps.logger.info(`Session ${wish.ptyId} forgets conversation ${uuid}: ${reason}.`);
      await this.deps.map.remove(wish.ptyId);
    }
    return staleness?.kind === 'elsewhere'
      ? undefined
      : { uuid, isWritten: !staleness, forkedFrom };
  }

  private async findStaleness(
    wish: ConversationWish,
    { uuid, cwd }: SessionMapEntry,
  ): Promise<Staleness | undefined> {
    if (wish.provider.transcripts.kind === 'none') {
      return undefined;
    }
    // A directory that is gone has been moved, a worktree say, and its conversations with it.
    if (this.deps.isDirectory(cwd) && !(await isSameDirectory(cwd, wish.cwd))) {
      return { kind: 'elsewhere', reason: `it is one of ${cwd}` };
    }
    const transcript = await this.deps.transcripts.find(wish, uuid);
    return transcript ? undefined : { kind: 'unwritten', reason: 'it has no transcript' };
  }

  private async hasTranscript(wish: ConversationWish, uuid: string): Promise<boolean> {
    if (wish.provider.transcripts.kind === 'none') {
      return this.deps.map.get(wish.ptyId)?.uuid === uuid;
    }
    return (await this.deps.transcripts.find(wish, uuid)) !== undefined;
  }
}

function forked(from: string, uuid: string | undefined): PlannedConversation {
  return { choice: { kind: 'fork', id: from, uuid }, id: uuid, forkedFrom: from, notices: [] };
}

function resumed(id: string): PlannedConversation {
  return { choice: { kind: 'resume', id }, id, notices: [] };
}

function severalMayBeMeant({ provider, cwd }: ConversationWish): string {
  return `${cwd} has several earlier conversations of ${provider.name}, so a new one is begun: Resume Conversation... lists the others.`;
}

function mayBeAnothers({ provider, cwd }: ConversationWish): string {
  return `The earlier conversation of ${provider.name} in ${cwd} may be another session's, so a new one is begun: Resume Conversation... lists it.`;
}
