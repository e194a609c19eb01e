import { decideIsolation } from '../../conversations/sessionIsolation';
import { toConversationChoice } from '../../conversations/transcripts/toConversationChoice';
import type { TranscriptPlace, Transcripts } from '../../conversations/transcripts/transcripts';
import { parsePtyId } from '../../pty/ptyId';
import type { SessionMapStore } from '../../tasks/sessionMapStore';
import type { TaskStore } from '../../tasks/taskStore';
import { planSshConversation, type SshConversationRequest } from './sshConversation';
import type {
  KnownConversation,
  KnownConversations,
  StoredConversation,
} from './knownConversations';
import type { PlannedConversation } from './plannedConversation';

/** For which session a conversation is wanted. */
export interface ConversationRequest extends TranscriptPlace {
  readonly ptyId: string;
  /** `start`: its first one; `resume`: it ran before; `fresh`: a new one in the old one's place. */
  readonly kind: 'start' | 'resume' | 'fresh';
  /** The one that the person has picked; none = the session's own. */
  readonly picked?: string | undefined;
}

export interface ConversationResolverDeps {
  readonly known: Pick<KnownConversations, 'recall'>;
  readonly map: Pick<SessionMapStore, 'entries' | 'get'>;
  readonly tasks: Pick<TaskStore, 'list'>;
  readonly transcripts: Transcripts;
  readonly randomUuid: () => string;
}

const NEW: PlannedConversation = {
  choice: { kind: 'fresh', uuid: undefined },
  id: undefined,
  notices: [],
};

const NOTHING: StoredConversation = { known: undefined, remark: undefined };

/**
 * Decides which conversation a session gets, so that no two sessions share one. Nothing is changed:
 * a plan may be given up.
 */
export class ConversationResolver {
  constructor(private readonly deps: ConversationResolverDeps) {}

  /** The same, by what such transcripts tell. */
  reading(transcripts: Transcripts): Pick<ConversationResolver, 'plan'> {
    return new ConversationResolver({ ...this.deps, transcripts });
  }

  async plan(wish: ConversationRequest): Promise<PlannedConversation> {
    const planned = await this.choose(wish);
    return planned.choice.kind === 'fresh' ? planned : { ...planned, fallback: this.planNew(wish) };
  }

  /** The same for an agent on another machine. */
  planSsh(wish: SshConversationRequest): PlannedConversation {
    return planSshConversation(wish, this.deps);
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

  private async choose(wish: ConversationRequest): Promise<PlannedConversation> {
    if (wish.picked !== undefined) {
      return { ...NEW, choice: { kind: 'resume', id: wish.picked }, id: wish.picked };
    }
    switch (wish.provider.conversations.kind) {
      case 'none':
        return NEW;
      case 'latest':
        return this.planLatest(wish);
      case 'byId':
      case 'chooseId':
        return this.planOwn(wish);
    }
  }

  private async planOwn(wish: ConversationRequest): Promise<PlannedConversation> {
    const isNew = wish.kind === 'fresh';
    const { known, remark } = isNew ? NOTHING : await this.deps.known.recall(wish.ptyId, wish);
    const isChosen = wish.provider.conversations.kind === 'chooseId';
    const planned = await (isChosen ? this.planChosenId(wish, known) : this.planById(wish, known));
    return remark === undefined ? planned : { ...planned, remark };
  }

  /** A conversation with the history of another session's, which goes on by itself. */
  async planFork(place: TranscriptPlace, parent: string): Promise<PlannedConversation> {
    const { name, fork } = place.provider;
    const fallback = this.planNew(place);
    const id = this.deps.map.get(parent)?.uuid;
    if (fork.kind === 'none') {
      return {
        ...fallback,
        notices: [`${name} cannot fork a conversation, so a new one starts.`],
      };
    }
    const isReadable = place.provider.transcripts.kind !== 'none';
    if (id === undefined || (isReadable && !(await this.deps.transcripts.find(place, id)))) {
      const notice = `The conversation of ${name} has no history to fork yet, so a new one starts.`;
      return { ...fallback, notices: [notice] };
    }
    const { id: uuid, learnFrom } = fork.newId === 'chosen' ? fallback : this.learnt(place);
    return { ...forked(id, uuid), learnFrom, fallback };
  }

  /** "The latest" is a session's own only where no other can have made a later one. */
  private planLatest(wish: ConversationRequest): PlannedConversation {
    const isAlone = !this.hasOthers(wish) && this.siblings(wish).length === 0;
    return wish.kind === 'resume' && isAlone ? { ...NEW, choice: { kind: 'resumeLast' } } : NEW;
  }

  private async planById(
    wish: ConversationRequest,
    known: KnownConversation | undefined,
  ): Promise<PlannedConversation> {
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
    return this.mayBeAnothers(wish) ? this.planBeside(wish) : resumed(newest);
  }

  private async planChosenId(
    wish: ConversationRequest,
    known: KnownConversation | undefined,
  ): Promise<PlannedConversation> {
    if (known?.forkedFrom !== undefined && !known.isWritten) {
      // Nothing was said in it yet, so it is still to be made.
      return forked(known.forkedFrom, known.uuid);
    }
    const parts = parsePtyId(wish.ptyId);
    const isOpen = known === undefined && wish.kind === 'resume' && parts?.kind === 'main';
    const decision = decideIsolation({
      kind: parts?.kind ?? 'chat',
      suffix: parts?.suffix ?? wish.ptyId,
      wish: wish.kind,
      known: known?.uuid,
      hasOthers: this.hasOthers(wish),
      unowned: isOpen ? await this.unowned(wish.ptyId, wish) : [],
      randomUuid: this.deps.randomUuid,
    });
    if (decision.case === 'ask') {
      return { ...this.planNew(wish), notices: [severalMayBeMeant(wish)] };
    }
    const isFound = decision.case === 'adopted' || decision.case === 'existing';
    if (isFound && this.mayBeAnothers(wish)) {
      return this.planBeside(wish);
    }
    const { uuid } = decision;
    const hasTranscript =
      uuid === known?.uuid ? known.isWritten : await this.hasTranscript(wish, uuid);
    return { choice: toConversationChoice(uuid, () => hasTranscript), id: uuid, notices: [] };
  }

  private hasOthers({ ptyId, provider, cwd }: ConversationRequest): boolean {
    return [...this.deps.map.entries].some(
      ([other, entry]) =>
        other !== ptyId && parsePtyId(other)?.providerId === provider.id && entry.cwd === cwd,
    );
  }

  /** The other sessions of the place that tasks remember, whether their conversations are known or not. */
  private siblings({ ptyId, provider, cwd }: ConversationRequest): readonly string[] {
    return this.deps.tasks
      .list()
      .filter((task) => task.cwd === cwd)
      .flatMap(({ conversations }) => conversations)
      .filter((one) => one.providerId === provider.id && one.ptyId !== ptyId)
      .map((one) => one.ptyId);
  }

  /** What nobody owns is perhaps a session's that is remembered, and its conversation is not. */
  private mayBeAnothers(wish: ConversationRequest): boolean {
    return this.siblings(wish).some((ptyId) => !this.deps.map.get(ptyId));
  }

  private planBeside(wish: ConversationRequest): PlannedConversation {
    return { ...this.planNew(wish), notices: [mayBeAnothers(wish)] };
  }

  /** The conversations of the place that belong to no session but, perhaps, `ptyId`'s; newest first. */
  private async unowned(ptyId: string, place: TranscriptPlace): Promise<readonly string[]> {
    const others = [...this.deps.map.entries].filter(([other]) => other !== ptyId);
    const owned = new Set(others.flatMap(([, { uuid, insteadOf }]) => [uuid, insteadOf]));
    const transcripts = await this.deps.transcripts.list(place);
    return transcripts.map(({ id }) => id).filter((id) => !owned.has(id));
  }

  private async hasTranscript(place: TranscriptPlace, uuid: string): Promise<boolean> {
    return (await this.deps.transcripts.find(place, uuid)) !== undefined;
  }
}

function forked(from: string, uuid: string | undefined): PlannedConversation {
  return { choice: { kind: 'fork', id: from, uuid }, id: uuid, forkedFrom: from, notices: [] };
}

function resumed(id: string): PlannedConversation {
  return { choice: { kind: 'resume', id }, id, notices: [] };
}

function severalMayBeMeant({ provider, cwd }: ConversationRequest): string {
  return `${cwd} has several earlier conversations of ${provider.name}, so a new one starts: Resume Conversation... lists the others.`;
}

function mayBeAnothers({ provider, cwd }: ConversationRequest): string {
  return `The earlier conversation of ${provider.name} in ${cwd} may be another session's, so a new one starts: Resume Conversation... lists it.`;
}
