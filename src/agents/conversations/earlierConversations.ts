import type {
  Transcript,
  TranscriptLocation,
  Transcripts,
} from '../../conversations/transcripts/transcripts';
import type { TranscriptSource } from '../../conversations/transcripts/transcriptSource';
import { cliIdOf, type ProviderDefinition } from '../../providers/model/providerDefinition';
import type { ProviderRegistry } from '../../providers/registry/providerRegistry';
import { parsePtyId } from '../../pty/ptyId';
import type { Task } from '../../tasks/task';
import type { SessionMapStore } from '../../tasks/sessionMapStore';
import { findConversation } from '../../tasks/taskOfSession';
import type { TaskStore } from '../../tasks/taskStore';
import type { FolderRef } from '../agentService';
import type { CliOf } from '../sessionProviders';
import type { AgentSettings } from '../start/agentSettings';
import type { AgentResolver } from '../start/agentResolver';

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
  readonly transcripts: Pick<Transcripts, 'list'> & Pick<TranscriptSource, 'keyOf'>;
  readonly map: Pick<SessionMapStore, 'entries'>;
  readonly tasks: Pick<TaskStore, 'list'>;
  readonly settingsOf: (folderUri: string | undefined) => AgentSettings;
}

/** Lists the conversations that agents have stored for a directory. */
export class EarlierConversations {
  constructor(private readonly deps: EarlierConversationsDeps) {}

  /** All readable conversations of a directory, of all providers, newest first. */
  async list(folder: FolderRef, cwd: string): Promise<readonly EarlierConversation[]> {
    const locations = await this.findLocations(this.deps.settingsOf(folder.uri), cwd);
    const lists = await Promise.all(locations.map((location) => this.listAt(location)));
    return lists
      .flat()
      .sort((one, other) => other.transcript.modifiedAt - one.transcript.modifiedAt);
  }

  /** The first provider of each location: presets of one CLI mostly share its conversations. */
  private async findLocations(
    settings: AgentSettings,
    cwd: string,
  ): Promise<readonly TranscriptLocation[]> {
    const { agentResolver, registry, transcripts } = this.deps;
    const { providers } = registry.list(settings.providers);
    const locations = new Map<string, TranscriptLocation>();
    for (const { id } of providers.filter(isReadable)) {
      const location = agentResolver.transcriptLocationOf(id, settings, cwd);
      const key = await transcripts.keyOf(location);
      locations.set(key, locations.get(key) ?? location);
    }
    return [...locations.values()];
  }

  private async listAt(location: TranscriptLocation): Promise<readonly EarlierConversation[]> {
    const transcripts = await this.deps.transcripts.list(location);
    const written = new Set(transcripts.map(({ id }) => id));
    return transcripts.map((transcript) => {
      const owner = this.findOwner(cliIdOf(location.provider), transcript.id, written);
      const providerId = (owner && parsePtyId(owner.ptyId)?.providerId) ?? location.provider.id;
      return { providerId, transcript, owner };
    });
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

/** Whether the provider can resume a conversation by id and its transcripts can be read. */
function isReadable({ conversations, transcripts }: ProviderDefinition): boolean {
  const isById = conversations.kind === 'byId' || conversations.kind === 'chooseId';
  return isById && transcripts.kind !== 'none';
}
