import type { DiskTranscripts } from '../../conversations/transcripts/diskTranscripts';
import type { Transcript, TranscriptLocation } from '../../conversations/transcripts/transcripts';
import { cliIdOf, type ProviderDefinition } from '../../providers/model/providerDefinition';
import type { ProviderRegistry } from '../../providers/registry/providerRegistry';
import { parsePtyId } from '../../pty/ptyId';
import type { Task } from '../../tasks/task';
import type { SessionMapStore } from '../../tasks/sessionMapStore';
import { findConversation } from '../../tasks/taskOfSession';
import type { TaskStore } from '../../tasks/taskStore';
import type { FolderRef } from '../folderRef';
import type { KeptOptions } from '../options/keptOptions';
import type { CliOf } from '../sessionProviders';
import type { AgentSettings } from '../start/agentSettings';
import type { AgentResolver } from '../start/agentResolver';
import type { DirectorySessions } from './directorySessions';

/** A conversation that an agent has stored, whether it was started by this extension or not. */
export interface EarlierConversation {
  readonly providerId: string;
  readonly transcript: Transcript;
  /** The session that has this conversation, in any task; undefined if none does. */
  readonly owner: { readonly ptyId: string; readonly task: Task } | undefined;
}

interface EarlierConversationsDeps {
  readonly cliOf: CliOf;
  readonly registry: Pick<ProviderRegistry, 'list'>;
  readonly agentResolver: Pick<AgentResolver, 'transcriptLocationOf'>;
  readonly others: Pick<DirectorySessions, 'findOnly' | 'findRunning'>;
  readonly transcripts: Pick<DiskTranscripts, 'keyOf' | 'list'>;
  readonly map: Pick<SessionMapStore, 'entries'>;
  readonly tasks: Pick<TaskStore, 'list'>;
  readonly settingsOf: (folderUri: string | undefined) => AgentSettings;
  readonly variablesOf: KeptOptions['variablesOf'];
}

export class EarlierConversations {
  constructor(private readonly deps: EarlierConversationsDeps) {}

  /** All readable conversations of a directory, of all providers, newest first. */
  async list(folder: FolderRef, cwd: string): Promise<readonly EarlierConversation[]> {
    const settings = this.deps.settingsOf(folder.uri);
    const { providers } = this.deps.registry.list(settings.providers);
    const readable = providers.filter(isReadable).map(({ id }) => id);
    const shared = await this.findLocations(readable, settings, cwd);
    const lists = [...shared.values()].map((location) => this.listAt(location));
    const moved = await this.listMoved(readable, settings, { cwd, shared });
    const owned = new Set(moved.map(({ owner }) => owner?.ptyId));
    const others = (await Promise.all(lists))
      .flat()
      .filter(({ owner }) => !owner || !owned.has(owner.ptyId));
    return [...moved, ...others].sort(
      (one, other) => other.transcript.modifiedAt - one.transcript.modifiedAt,
    );
  }

  /** The first provider of each location: presets of one CLI mostly share its conversations. */
  private async findLocations(
    readable: readonly string[],
    settings: AgentSettings,
    cwd: string,
  ): Promise<ReadonlyMap<string, TranscriptLocation>> {
    const { agentResolver, transcripts } = this.deps;
    const locations = new Map<string, TranscriptLocation>();
    for (const id of readable) {
      const location = agentResolver.transcriptLocationOf(id, settings, { cwd, ptyId: undefined });
      const key = await transcripts.keyOf(location);
      locations.set(key, locations.get(key) ?? location);
    }
    return locations;
  }

  /**
   * The conversations of sessions whose variables move them elsewhere. Others there are left out: a
   * start would have to have the same variables.
   */
  private async listMoved(
    readable: readonly string[],
    settings: AgentSettings,
    { cwd, shared }: { cwd: string; shared: ReadonlyMap<string, TranscriptLocation> },
  ): Promise<readonly EarlierConversation[]> {
    const { agentResolver, tasks, transcripts, variablesOf } = this.deps;
    const moved = new Map<string, { location: TranscriptLocation; ptyIds: Set<string> }>();
    const stored = tasks.list().flatMap((task) => (task.cwd === cwd ? task.conversations : []));
    for (const { ptyId, providerId, ssh } of stored) {
      const hasVariables = !ssh && variablesOf(ptyId) !== undefined;
      if (hasVariables && readable.includes(providerId)) {
        const location = agentResolver.transcriptLocationOf(providerId, settings, { cwd, ptyId });
        const key = await transcripts.keyOf(location);
        const { ptyIds = new Set<string>() } = moved.get(key) ?? {};
        moved.set(key, { location, ptyIds: ptyIds.add(ptyId) });
      }
    }
    const found = [...moved]
      .filter(([key]) => !shared.has(key))
      .map(async ([, { location, ptyIds }]) => {
        const all = await this.listAt(location);
        return all.filter(({ owner }) => owner && ptyIds.has(owner.ptyId));
      });
    return (await Promise.all(found)).flat();
  }

  private async listAt(location: TranscriptLocation): Promise<readonly EarlierConversation[]> {
    const transcripts = await this.deps.transcripts.list(location);
    const written = new Set(transcripts.map(({ id }) => id));
    const listed = transcripts.map((transcript) => ({
      transcript,
      owner: this.findOwner(cliIdOf(location.provider), transcript.id, written),
    }));
    const newest = listed.find(({ owner }) => owner === undefined);
    const only = newest && (await this.findOnlyOwner(location, newest.transcript));
    const usedSince = await this.findUsedSince(location);
    return listed.flatMap(
      ({ transcript, owner = transcript === newest?.transcript ? only : undefined }) => {
        const providerId = (owner && parsePtyId(owner.ptyId)?.providerId) ?? location.provider.id;
        const mayBeUsed = !owner && transcript.modifiedAt >= usedSince;
        return mayBeUsed ? [] : { providerId, transcript, owner };
      },
    );
  }

  /**
   * Since when a running session may have written a conversation that only its CLI knows, in milliseconds since 1970;
   * Infinity if there is none. A start with such a conversation would drive it twice.
   */
  private async findUsedSince(location: TranscriptLocation): Promise<number> {
    const { map, others, tasks } = this.deps;
    const running = reportsNoId(location) ? await others.findRunning(location) : [];
    const unknown = running.filter((ptyId) => !map.entries.has(ptyId));
    const stored = tasks.list().flatMap((task) => task.conversations);
    const begins = stored.filter(({ ptyId }) => unknown.includes(ptyId));
    return Math.min(...begins.map(({ createdAt }) => Date.parse(createdAt)));
  }

  /**
   * The session that resumes `newest` as the latest conversation of the directory. A start with it would
   * drive the conversation twice.
   */
  private async findOnlyOwner(
    location: TranscriptLocation,
    newest: Transcript,
  ): Promise<EarlierConversation['owner']> {
    const { map, others, tasks } = this.deps;
    const ptyId = reportsNoId(location) ? await others.findOnly(location) : undefined;
    if (ptyId === undefined || map.entries.has(ptyId)) {
      return undefined;
    }
    const task = tasks.list().find((one) => findConversation(one, ptyId));
    const createdAt = task && findConversation(task, ptyId)?.createdAt;
    const isSince = createdAt !== undefined && Date.parse(createdAt) <= newest.modifiedAt;
    return task && isSince ? { ptyId, task } : undefined;
  }

  /**
   * The map may contain sessions that are in no task any more; they own nothing. A session whose
   * agent could not resume its conversation still owns it until the replacement is written.
   */
  private findOwner(
    cli: string,
    id: string,
    written: ReadonlySet<string>,
  ): EarlierConversation['owner'] {
    const tasks = this.deps.tasks.list();
    for (const [ptyId, { uuid, cwd, insteadOf }] of this.deps.map.entries) {
      const isOwn = uuid === id || (insteadOf === id && !written.has(uuid));
      const isOwner = isOwn && this.deps.cliOf(ptyId, cwd) === cli;
      const task = isOwner && tasks.find((one) => findConversation(one, ptyId));
      if (task) {
        return { ptyId, task };
      }
    }
    return undefined;
  }
}

function reportsNoId({ provider: { conversations, hooks } }: TranscriptLocation): boolean {
  return conversations.kind === 'byId' && hooks.kind === 'none';
}

function isReadable({ conversations, transcripts }: ProviderDefinition): boolean {
  const isById = conversations.kind === 'byId' || conversations.kind === 'chooseId';
  return isById && transcripts.kind !== 'none';
}
