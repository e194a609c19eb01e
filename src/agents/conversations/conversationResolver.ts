import { deterministicUuid, decideIsolation } from '../../conversations/sessionIsolation';
import type { DiskTranscripts } from '../../conversations/transcripts/diskTranscripts';
import type { TranscriptLocation, Transcripts } from '../../conversations/transcripts/transcripts';
import { parsePtyId } from '../../pty/ptyId';
import type { SessionMapStore } from '../../tasks/sessionMapStore';
import type { DirectorySessions } from './directorySessions';
import { planSshConversation, type SshConversationRequest } from './sshConversation';
import { NOT_STORED, type KnownConversation, type KnownConversations } from './knownConversations';
import { describeLatestOfOther, type PlannedConversation } from './plannedConversation';
import type { ConversationChoice } from '../../providers/launch/conversationArgs';

export interface ConversationRequest extends TranscriptLocation {
  readonly ptyId: string;
  /**
   * `start`: its first conversation; `resume`: the session ran before; `fresh`: a new conversation
   * that replaces the earlier one.
   */
  readonly kind: 'start' | 'resume' | 'fresh';
  /** The id of the conversation that the person picked; undefined for the session's own. */
  readonly picked?: string | undefined;
}

export interface ConversationResolverDeps {
  readonly known: Pick<KnownConversations, 'find'>;
  readonly map: Pick<SessionMapStore, 'entries' | 'get'>;
  readonly others: Pick<DirectorySessions, 'isAlone' | 'listMapped' | 'listStored'>;
  readonly locations: Pick<DiskTranscripts, 'keyOf'>;
  readonly transcripts: Transcripts;
  readonly randomUuid: () => string;
}

const NEW: PlannedConversation = {
  choice: { kind: 'fresh', uuid: undefined },
  id: undefined,
  notices: [],
};

/**
 * Decides which conversation a session gets, so that no two sessions share one. Changes no state,
 * because a plan may be discarded.
 */
export class ConversationResolver {
  constructor(private readonly deps: ConversationResolverDeps) {}

  withTranscripts(transcripts: Transcripts): Pick<ConversationResolver, 'plan'> {
    const { known, map, others, locations, randomUuid } = this.deps;
    return new ConversationResolver({ known, map, others, locations, transcripts, randomUuid });
  }

  /** The conversation, with a new one as its fallback if it is an earlier one. */
  async plan(request: ConversationRequest): Promise<PlannedConversation> {
    const planned = await this.choose(request);
    return planned.choice.kind === 'fresh'
      ? planned
      : { ...planned, fallback: this.planNew(request) };
  }

  /** {@link plan} for an agent on another machine. */
  planSsh(request: SshConversationRequest): PlannedConversation {
    return planSshConversation(request, this.deps);
  }

  /** Whether the agents of both locations store their conversations in one folder, where each finds those of the other. */
  async storesTogether(one: TranscriptLocation, other: TranscriptLocation): Promise<boolean> {
    const { locations } = this.deps;
    return (await locations.keyOf(one)) === (await locations.keyOf(other));
  }

  private planNew({ provider }: TranscriptLocation): PlannedConversation {
    if (provider.conversations.kind !== 'chooseId') {
      return NEW;
    }
    const id = this.deps.randomUuid();
    return { choice: { kind: 'fresh', uuid: id }, id, notices: [] };
  }

  private async choose(request: ConversationRequest): Promise<PlannedConversation> {
    if (request.picked !== undefined) {
      return { ...NEW, choice: { kind: 'resume', id: request.picked }, id: request.picked };
    }
    switch (request.provider.conversations.kind) {
      case 'none':
        return NEW;
      case 'latest':
        return this.planLatest(request);
      case 'byId':
      case 'chooseId':
        return this.planOwn(request);
    }
  }

  private async planOwn(request: ConversationRequest): Promise<PlannedConversation> {
    const isNew = request.kind === 'fresh';
    const { known, logMessage } = isNew
      ? NOT_STORED
      : await this.deps.known.find(request.ptyId, request);
    const isChosen = request.provider.conversations.kind === 'chooseId';
    const planned = await (isChosen
      ? this.planChosenId(request, known)
      : this.planById(request, known));
    return logMessage === undefined ? planned : { ...planned, logMessage };
  }

  /** A new conversation with the history of the session `parent`. */
  async planFork(location: TranscriptLocation, parent: string): Promise<PlannedConversation> {
    const { name, fork, transcripts } = location.provider;
    const fallback = this.planNew(location);
    const id = this.deps.map.get(parent)?.uuid ?? (await this.findOnlyOf(parent, location));
    if (fork.kind === 'none') {
      return {
        ...fallback,
        notices: [`${name} cannot fork a conversation, so a new one starts.`],
      };
    }
    const isReadable = transcripts.kind !== 'none';
    if (id === undefined && !reportsId(location)) {
      const notice = `Which conversation of ${name} belongs to the session is not known, so a new one starts.`;
      return { ...fallback, notices: [notice] };
    }
    if (id === undefined || (isReadable && !(await this.deps.transcripts.find(location, id)))) {
      const notice = `The conversation of ${name} has no history to fork yet, so a new one starts.`;
      return { ...fallback, notices: [notice] };
    }
    return { ...forked(id, fork.newId === 'chosen' ? fallback.id : undefined), fallback };
  }

  /**
   * The latest conversation of the directory if that is certainly the session's own, for a CLI that
   * has no ids or whose id is not known.
   */
  private async planLatest(request: ConversationRequest): Promise<PlannedConversation> {
    const latest = request.kind === 'resume' ? await this.findLatest(request) : undefined;
    if (latest === undefined) {
      return this.planNew(request);
    }
    const { cwd, provider } = request;
    return (await this.deps.others.isAlone(request))
      ? { ...latest, latestIn: { cwd, provider } }
      : { ...this.planNew(request), notices: [describeLatestOfOther(request)] };
  }

  /** As the CLI itself finds it, otherwise by its transcripts. */
  private async findLatest(request: ConversationRequest): Promise<PlannedConversation | undefined> {
    if (resumesLatest(request)) {
      return { ...NEW, choice: { kind: 'resumeLast' } };
    }
    const [newest] = await this.listUnowned(request.ptyId, request);
    return newest === undefined ? undefined : resumed(newest);
  }

  /** The latest conversation of the directory, if `ptyId` is alone there and no hook reports its id. */
  private async findOnlyOf(
    ptyId: string,
    location: TranscriptLocation,
  ): Promise<string | undefined> {
    const isOwn = !reportsId(location) && (await this.deps.others.isAlone({ ...location, ptyId }));
    return isOwn ? (await this.listUnowned(ptyId, location))[0] : undefined;
  }

  private async planById(
    request: ConversationRequest,
    known: KnownConversation | undefined,
  ): Promise<PlannedConversation> {
    if (known?.isWritten) {
      return resumed(known.uuid);
    }
    if (usesLatest(request)) {
      return this.planLatest(request);
    }
    const unowned = request.kind === 'resume' ? await this.listUnowned(request.ptyId, request) : [];
    const [newest, ...more] = unowned;
    if (newest === undefined) {
      return this.planNew(request);
    }
    if (more.length > 0) {
      return { ...this.planNew(request), notices: [formatSeveral(request)] };
    }
    return this.mayBelongToOther(request) ? this.planNewInstead(request) : resumed(newest);
  }

  private async planChosenId(
    request: ConversationRequest,
    known: KnownConversation | undefined,
  ): Promise<PlannedConversation> {
    if (known?.forkedFrom !== undefined && !known.isWritten) {
      // The fork has no messages yet, so its CLI has not stored it: it is forked again.
      return forked(known.forkedFrom, known.uuid);
    }
    const kind = parsePtyId(request.ptyId)?.kind ?? 'chat';
    const suffix = suffixOf(request);
    if (
      known === undefined &&
      usesLatest(request) &&
      !(await this.hasTranscript(request, deterministicUuid(suffix)))
    ) {
      return this.planLatest(request);
    }
    const isOpen = known === undefined && request.kind === 'resume' && kind === 'main';
    const decision = decideIsolation({
      kind,
      suffix,
      startKind: request.kind,
      known: known?.uuid,
      hasOthers: this.deps.others.listMapped(request).length > 0,
      unowned: isOpen ? await this.listUnowned(request.ptyId, request) : [],
      randomUuid: this.deps.randomUuid,
    });
    if (decision.case === 'ask') {
      return { ...this.planNew(request), notices: [formatSeveral(request)] };
    }
    const isFound = decision.case === 'adopted' || decision.case === 'existing';
    if (isFound && this.mayBelongToOther(request)) {
      return this.planNewInstead(request);
    }
    const { uuid } = decision;
    const hasTranscript =
      uuid === known?.uuid ? known.isWritten : await this.hasTranscript(request, uuid);
    return { choice: toConversationChoice(uuid, () => hasTranscript), id: uuid, notices: [] };
  }

  /**
   * Whether a conversation without an owner may belong to another session: one that a task contains
   * and whose conversation the session map does not have.
   */
  private mayBelongToOther(request: ConversationRequest): boolean {
    return this.deps.others.listStored(request).some((ptyId) => !this.deps.map.get(ptyId));
  }

  private planNewInstead(request: ConversationRequest): PlannedConversation {
    return { ...this.planNew(request), notices: [formatMayBelongToOther(request)] };
  }

  /** The directory's conversations that belong to no session other than `ptyId`, newest first. */
  private async listUnowned(
    ptyId: string,
    location: TranscriptLocation,
  ): Promise<readonly string[]> {
    const others = [...this.deps.map.entries].filter(([other]) => other !== ptyId);
    const owned = new Set(others.flatMap(([, { uuid, insteadOf }]) => [uuid, insteadOf]));
    const transcripts = await this.deps.transcripts.list(location);
    return transcripts.map(({ id }) => id).filter((id) => !owned.has(id));
  }

  private async hasTranscript(location: TranscriptLocation, uuid: string): Promise<boolean> {
    return (await this.deps.transcripts.find(location, uuid)) !== undefined;
  }
}

function forked(from: string, uuid: string | undefined): PlannedConversation {
  return { choice: { kind: 'fork', id: from, uuid }, id: uuid, forkedFrom: from, notices: [] };
}

function resumed(id: string): PlannedConversation {
  return { choice: { kind: 'resume', id }, id, notices: [] };
}

function resumesLatest({ provider: { conversations } }: TranscriptLocation): boolean {
  return 'last' in conversations && conversations.last !== undefined;
}

function reportsId({ provider }: TranscriptLocation): boolean {
  return provider.hooks.kind !== 'none';
}

/**
 * Whether a session without a known id continues the latest conversation of its directory: if the
 * person's settings have the arguments, if no transcripts can be read, or if no hook reports the id.
 */
function usesLatest(request: ConversationRequest): boolean {
  const { conversations, transcripts } = request.provider;
  const isPreferred =
    transcripts.kind === 'none' ||
    ('lastOf' in conversations && conversations.lastOf === 'settings');
  const isOnlyWay = conversations.kind === 'byId' && !reportsId(request);
  return request.kind === 'resume' && (isOnlyWay || (isPreferred && resumesLatest(request)));
}

/** From which the id of the session's first conversation is derived. Presets of one CLI share its ids. */
function suffixOf({ provider, ptyId }: ConversationRequest): string {
  return provider.presetOf === undefined ? (parsePtyId(ptyId)?.suffix ?? ptyId) : ptyId;
}

function formatSeveral({ provider, cwd }: ConversationRequest): string {
  return `${cwd} has several earlier conversations of ${provider.name}, so a new one starts: Resume Conversation... lists the others.`;
}

function formatMayBelongToOther({ provider, cwd }: ConversationRequest): string {
  return `The earlier conversation of ${provider.name} in ${cwd} may be another session's, so a new one starts: Resume Conversation... lists it.`;
}

/**
 * How a CLI starts with a conversation whose id the extension chose. If a transcript exists, the
 * conversation is resumed, since CLIs refuse to create an id that exists; otherwise it is created.
 */
export function toConversationChoice(
  uuid: string,
  hasTranscript: (uuid: string) => boolean,
): ConversationChoice {
  return hasTranscript(uuid) ? { kind: 'resume', id: uuid } : { kind: 'fresh', uuid };
}
