import { CachedTranscripts } from '../../conversations/transcripts/cachedTranscripts';
import type { Transcript, Transcripts } from '../../conversations/transcripts/transcripts';
import type { ProviderRegistry } from '../../providers/registry/providerRegistry';
import { parsePtyId } from '../../pty/ptyId';
import type { SshPlace } from '../../pty/ssh/sshLine';
import type { FolderRef } from '../agentService';
import type { AgentSettings } from '../start/agentSettings';
import type { ConversationResolver } from './conversationResolver';
import type { OutlookPlace } from './resumePreviewPlaces';
import type { StartPlanner } from '../start/startPlanner';

/** How many conversations are looked at side by side: each is a file to read. */
const AT_ONCE = 4;

/** What a session that is started again will do about its conversation. */
export type ResumePreview =
  /** Goes on with it. */
  | { readonly kind: 'resume'; readonly transcript: Transcript }
  /** The same, by an id that no transcript could be read of: its agent may know of none. */
  | { readonly kind: 'blind' }
  /** Goes on with whatever is the latest of its directory, where none but its own can be. */
  | { readonly kind: 'latest' }
  /** Begins with another's history once more. */
  | { readonly kind: 'fork' }
  /** Begins a new one: there is none, or none that is surely its own. */
  | { readonly kind: 'new' };

export interface ResumePreviewsDeps {
  readonly registry: Pick<ProviderRegistry, 'find'>;
  readonly planner: Pick<StartPlanner, 'placeOf'>;
  readonly keeper: Pick<ConversationResolver, 'plan' | 'planSsh' | 'reading'>;
  readonly transcripts: Transcripts;
  readonly settingsOf: (folderUri: string | undefined) => AgentSettings;
}

interface RanBefore {
  readonly folder: FolderRef;
  readonly cwd: string;
  readonly ptyId: string;
  /** Where it ran, if that was another machine. */
  readonly ssh?: SshPlace | undefined;
}

/** What is looked with. */
interface Look {
  readonly keeper: Pick<ConversationResolver, 'plan'>;
  readonly transcripts: Transcripts;
}

/** Foretells by the plan that a start would follow, so that what is said of it is what happens. */
export class ResumePreviews {
  constructor(private readonly deps: ResumePreviewsDeps) {}

  /** Of a session that ran before in `cwd`, or over `ssh`; undefined where its provider is not known. */
  async find(
    folder: FolderRef,
    cwd: string,
    ptyId: string,
    ssh?: SshPlace,
  ): Promise<ResumePreview | undefined> {
    return this.foretell({ folder, cwd, ptyId, ssh }, this.deps);
  }

  /**
   * Of many, by PTY id, all seen in one look; those that cannot be told are left out, and so is what
   * is left to do once it is no longer wanted.
   */
  async findAll(
    places: readonly OutlookPlace[],
    isWanted: () => boolean = () => true,
  ): Promise<ReadonlyMap<string, ResumePreview>> {
    const transcripts = new CachedTranscripts(this.deps.transcripts);
    const look = { transcripts, keeper: this.deps.keeper.reading(transcripts) };
    const found = new Map<string, ResumePreview>();
    const waiting = [...places];
    const readers = Array.from({ length: AT_ONCE }, async () => {
      for (let place = waiting.pop(); place && isWanted(); place = waiting.pop()) {
        const { folder, cwd, conversation } = place;
        const { ptyId, ssh } = conversation;
        const outlook = await this.tryToForetell({ folder, cwd, ptyId, ssh }, look);
        if (outlook) {
          found.set(conversation.ptyId, outlook);
        }
      }
    });
    await Promise.all(readers);
    return found;
  }

  private async tryToForetell(ran: RanBefore, look: Look): Promise<ResumePreview | undefined> {
    try {
      return await this.foretell(ran, look);
    } catch {
      // A provider that the settings have just removed, say: there is nothing to tell of it.
      return undefined;
    }
  }

  private async foretell(
    { folder, cwd, ptyId, ssh }: RanBefore,
    { keeper, transcripts }: Look,
  ): Promise<ResumePreview | undefined> {
    const { registry, planner } = this.deps;
    const settings = this.deps.settingsOf(folder.uri);
    const providerId = parsePtyId(ptyId)?.providerId;
    if (providerId === undefined || !registry.find(providerId, settings.providers)) {
      return undefined;
    }
    const place = planner.placeOf(providerId, settings, cwd);
    if (ssh) {
      const wish = { ptyId, provider: place.provider, kind: 'resume' } as const;
      const goesOn = ssh.tmux || this.deps.keeper.planSsh(wish).choice.kind === 'resume';
      return { kind: goesOn ? 'blind' : 'new' };
    }
    const { choice } = await keeper.plan({ ...place, ptyId, kind: 'resume' });
    switch (choice.kind) {
      case 'resume': {
        const transcript = await transcripts.find(place, choice.id);
        return typeof transcript === 'object' ? { kind: 'resume', transcript } : { kind: 'blind' };
      }
      case 'resumeLast':
        return { kind: 'latest' };
      case 'fork':
        return { kind: 'fork' };
      case 'fresh':
        return { kind: 'new' };
    }
  }
}
