import { isSameDirectory } from '../../conversations/transcripts/realDirectory';
import type { TranscriptPlace, Transcripts } from '../../conversations/transcripts/transcripts';
import type { SessionMapEntry } from '../../tasks/sessionMapFile';
import type { SessionMapStore } from '../../tasks/sessionMapStore';

/** The conversation that a session had before. */
export interface KnownConversation {
  readonly uuid: string;
  /** One that was never written to has no transcript: it cannot be resumed, and its id is free. */
  readonly isWritten: boolean;
  /** The one whose history it is to begin with, where nothing was said in it yet. */
  readonly forkedFrom: string | undefined;
}

export interface StoredConversation {
  /** Undefined where nothing is known that still holds. */
  readonly known: KnownConversation | undefined;
  /** What the log is to say once it is acted on, one sentence. */
  readonly remark: string | undefined;
}

export interface KnownConversationsDeps {
  readonly map: Pick<SessionMapStore, 'get'>;
  readonly transcripts: Pick<Transcripts, 'find'>;
  readonly isDirectory: (path: string) => boolean;
}

const NOTHING: StoredConversation = { known: undefined, remark: undefined };

/** Tells whether what is remembered of a session's conversation still holds, and changes none of it. */
export class KnownConversations {
  constructor(private readonly deps: KnownConversationsDeps) {}

  /** What is known of the session's own conversation, where it is to work in `place`. */
  async recall(ptyId: string, place: TranscriptPlace): Promise<StoredConversation> {
    const entry = this.deps.map.get(ptyId);
    if (!entry) {
      return NOTHING;
    }
    const { uuid } = entry;
    if (place.provider.transcripts.kind === 'none') {
      return { known: written(uuid), remark: undefined };
    }
    if (await this.isOfAnother(entry, place)) {
      const remark = `Session ${ptyId} drops conversation ${uuid}: it belongs to ${entry.cwd}.`;
      return { known: undefined, remark };
    }
    switch (await this.look(place, uuid)) {
      case 'readable':
        return { known: written(uuid), remark: undefined };
      case 'unreadable':
        return { known: written(uuid), remark: unreadable(ptyId, uuid) };
      case 'missing':
        return this.recallUnwritten(ptyId, entry, place);
    }
  }

  /** A directory that is gone has been moved, a worktree say, and its conversations with it. */
  private async isOfAnother({ cwd }: SessionMapEntry, place: TranscriptPlace): Promise<boolean> {
    return this.deps.isDirectory(cwd) && !(await isSameDirectory(cwd, place.cwd));
  }

  private async look(
    place: TranscriptPlace,
    id: string,
  ): Promise<'readable' | 'unreadable' | 'missing'> {
    const found = await this.deps.transcripts.find(place, id);
    return found === undefined ? 'missing' : found === 'unreadable' ? found : 'readable';
  }

  private async recallUnwritten(
    ptyId: string,
    { uuid, forkedFrom, insteadOf }: SessionMapEntry,
    place: TranscriptPlace,
  ): Promise<StoredConversation> {
    if (insteadOf !== undefined && (await this.look(place, insteadOf)) !== 'missing') {
      // It could not be gone on with, perhaps for a reason that has passed, and nothing took its place.
      return { known: written(insteadOf), remark: undefined };
    }
    const remark = `Session ${ptyId} drops conversation ${uuid}: it has no transcript.`;
    return { known: { uuid, isWritten: false, forkedFrom }, remark };
  }
}

function written(uuid: string): KnownConversation {
  return { uuid, isWritten: true, forkedFrom: undefined };
}

function unreadable(ptyId: string, uuid: string): string {
  return `Session ${ptyId} continues conversation ${uuid} although its transcript cannot be read; the agent may start a new one.`;
}
