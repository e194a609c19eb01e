import type { Transcript, Transcripts } from '../conversations/transcripts';
import type { ProviderRegistry } from '../providers/providerRegistry';
import { parsePtyId } from '../pty/ptyId';
import type { FolderRef } from './agentService';
import type { AgentSettings } from './agentSettings';
import type { ConversationKeeper } from './conversationKeeper';
import type { StartPlanner } from './startPlanner';

/** What a session that is started again will do about its conversation. */
export type ConversationOutlook =
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

export interface ConversationOutlooksDeps {
  readonly registry: Pick<ProviderRegistry, 'find'>;
  readonly planner: Pick<StartPlanner, 'placeOf'>;
  readonly keeper: Pick<ConversationKeeper, 'plan'>;
  readonly transcripts: Pick<Transcripts, 'find'>;
  readonly settingsOf: (folderUri: string | undefined) => AgentSettings;
}

/** Foretells by the plan that a start would follow, so that what is said of it is what happens. */
export class ConversationOutlooks {
  constructor(private readonly deps: ConversationOutlooksDeps) {}

  /** Of a session that ran before in `cwd`; undefined where its provider is not known. */
  async find(
    folder: FolderRef,
    cwd: string,
    ptyId: string,
  ): Promise<ConversationOutlook | undefined> {
    const { registry, planner, keeper, transcripts } = this.deps;
    const settings = this.deps.settingsOf(folder.uri);
    const providerId = parsePtyId(ptyId)?.providerId;
    if (providerId === undefined || !registry.find(providerId, settings.providers)) {
      return undefined;
    }
    const place = planner.placeOf(providerId, settings, cwd);
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
