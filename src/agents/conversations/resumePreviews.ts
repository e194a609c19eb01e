import type {
  Transcript,
  Transcripts,
  TranscriptLocation,
} from '../../conversations/transcripts/transcripts';
import type { ProviderRegistry } from '../../providers/registry/providerRegistry';
import { parsePtyId } from '../../pty/ptyId';
import type { SshTarget } from '../../pty/ssh/sshLine';
import type { FolderRef } from '../folderRef';
import type { AgentSettings } from '../start/agentSettings';
import type { ConversationResolver } from './conversationResolver';
import type { AgentResolver } from '../start/agentResolver';
import type { Conversation, Task } from '../../tasks/task';

/** How many conversations are read at once, because each is a file. */
const AT_ONCE = 4;

/** What the next start of a session does with its conversation. */
export type ResumePreview =
  | { readonly kind: 'resume'; readonly transcript: Transcript }
  /** Resumes it by its id; no transcript could be read, so the agent may not have stored it. */
  | { readonly kind: 'unverified' }
  /** Resumes the latest conversation of the directory, which can only be the session's own. */
  | { readonly kind: 'latest' }
  /** Starts again with the history of the conversation that it was forked from. */
  | { readonly kind: 'fork' }
  /** Starts a new one: none is stored, or none that is certainly its own. */
  | { readonly kind: 'new' };

interface ResumePreviewsDeps {
  readonly registry: Pick<ProviderRegistry, 'find'>;
  readonly agentResolver: Pick<AgentResolver, 'transcriptLocationOf'>;
  readonly resolver: Pick<ConversationResolver, 'plan' | 'planSsh' | 'withTranscripts'>;
  readonly transcripts: Transcripts;
  readonly settingsOf: (folderUri: string | undefined) => AgentSettings;
}

interface EarlierSession {
  readonly folder: FolderRef;
  readonly cwd: string;
  readonly ptyId: string;
  /** The machine on which it ran; undefined for this one. */
  readonly ssh?: SshTarget | undefined;
}

interface PreviewSources {
  readonly resolver: Pick<ConversationResolver, 'plan'>;
  readonly transcripts: Transcripts;
}

/** Runs the start planner without side effects, so that a preview cannot disagree with the start. */
export class ResumePreviews {
  constructor(private readonly deps: ResumePreviewsDeps) {}

  /** Previews a session that ran in `cwd`, or over `ssh`; undefined if its provider is not defined. */
  async find(
    folder: FolderRef,
    cwd: string,
    ptyId: string,
    ssh?: SshTarget,
  ): Promise<ResumePreview | undefined> {
    return this.preview({ folder, cwd, ptyId, ssh }, this.deps);
  }

  /**
   * Previews many sessions, by PTY id, and lists each transcript directory only once. Leaves out
   * sessions whose preview fails, and those that are not yet read when `isActive` returns false.
   */
  async findAll(
    candidates: readonly PreviewCandidate[],
    isActive: () => boolean = () => true,
  ): Promise<ReadonlyMap<string, ResumePreview>> {
    const transcripts = new CachedTranscripts(this.deps.transcripts);
    const sources = { transcripts, resolver: this.deps.resolver.withTranscripts(transcripts) };
    const found = new Map<string, ResumePreview>();
    const remaining = [...candidates];
    const readers = Array.from({ length: AT_ONCE }, async () => {
      for (let one = remaining.pop(); one && isActive(); one = remaining.pop()) {
        const { folder, cwd, conversation } = one;
        const { ptyId, ssh } = conversation;
        const preview = await this.tryToPreview({ folder, cwd, ptyId, ssh }, sources);
        if (preview) {
          found.set(conversation.ptyId, preview);
        }
      }
    });
    await Promise.all(readers);
    return found;
  }

  private async tryToPreview(
    earlier: EarlierSession,
    sources: PreviewSources,
  ): Promise<ResumePreview | undefined> {
    try {
      return await this.preview(earlier, sources);
    } catch {
      // For example, the provider has just been removed from the settings.
      return undefined;
    }
  }

  private async preview(
    { folder, cwd, ptyId, ssh }: EarlierSession,
    { resolver, transcripts }: PreviewSources,
  ): Promise<ResumePreview | undefined> {
    const { agentResolver, registry } = this.deps;
    const settings = this.deps.settingsOf(folder.uri);
    const providerId = parsePtyId(ptyId)?.providerId;
    if (providerId === undefined || !registry.find(providerId, settings.providers)) {
      return undefined;
    }
    const location = agentResolver.transcriptLocationOf(providerId, settings, { cwd, ptyId });
    if (ssh) {
      const request = { ptyId, provider: location.provider, kind: 'resume' } as const;
      const resumes = ssh.tmux || this.deps.resolver.planSsh(request).choice.kind === 'resume';
      return { kind: resumes ? 'unverified' : 'new' };
    }
    const { choice } = await resolver.plan({ ...location, ptyId, kind: 'resume' });
    switch (choice.kind) {
      case 'resume': {
        const transcript = await transcripts.find(location, choice.id);
        return typeof transcript === 'object'
          ? { kind: 'resume', transcript }
          : { kind: 'unverified' };
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

/** A conversation of a task, with what `ResumePreviews` needs to preview its next start. */
export interface PreviewCandidate {
  readonly folder: FolderRef;
  readonly cwd: string;
  readonly conversation: Conversation;
}

/** The conversations of those tasks that belong to one of `folders`. */
export function listPreviewCandidates(
  tasks: readonly Task[],
  folders: readonly FolderRef[],
): readonly PreviewCandidate[] {
  const byUri = new Map(folders.map((folder) => [folder.uri, folder]));
  return tasks.flatMap(({ folder: uri, cwd, conversations }) => {
    const folder = byUri.get(uri);
    return folder ? conversations.map((conversation) => ({ folder, cwd, conversation })) : [];
  });
}

/**
 * Caches the list of each directory's transcripts, so that it is read once however many sessions
 * need it: a list may open up to 1000 files. Use an instance for one operation only, since it never
 * reads again.
 */
export class CachedTranscripts implements Transcripts {
  private readonly lists = new Map<string, Promise<readonly Transcript[]>>();

  constructor(private readonly transcripts: Transcripts) {}

  list(location: TranscriptLocation): Promise<readonly Transcript[]> {
    const key = JSON.stringify([location.provider.id, location.cwd, location.env]);
    const list = this.lists.get(key) ?? this.transcripts.list(location);
    this.lists.set(key, list);
    return list;
  }

  find(location: TranscriptLocation, id: string): ReturnType<Transcripts['find']> {
    return this.transcripts.find(location, id);
  }
}
