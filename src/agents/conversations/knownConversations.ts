import { isSameDirectory } from '../../base/directories';
import type { TranscriptLocation, Transcripts } from '../../conversations/transcripts/transcripts';
import type { SessionMapEntry, SessionMapStore } from '../../tasks/sessionMapStore';

export interface KnownConversation {
  readonly uuid: string;
  /**
   * Whether it has a transcript, or its provider has none that can be read. A conversation without
   * messages has no transcript: it cannot be resumed, and its id can be used again.
   */
  readonly isWritten: boolean;
  /** The id of the conversation from which it was forked, while it has no messages of its own. */
  readonly forkedFrom: string | undefined;
}

interface StoredConversation {
  /** Undefined if none is stored, or it belongs to another directory. */
  readonly known: KnownConversation | undefined;
  /** A sentence for the log, to be written if the session starts. */
  readonly logMessage: string | undefined;
}

interface KnownConversationsDeps {
  readonly map: Pick<SessionMapStore, 'get'>;
  readonly transcripts: Pick<Transcripts, 'find'>;
  readonly isDirectory: (path: string) => boolean;
}

export const NOT_STORED: StoredConversation = { known: undefined, logMessage: undefined };

/** Reads a session's stored conversation and checks that it is still valid. Changes no state. */
export class KnownConversations {
  constructor(private readonly deps: KnownConversationsDeps) {}

  async find(ptyId: string, location: TranscriptLocation): Promise<StoredConversation> {
    const entry = this.deps.map.get(ptyId);
    if (!entry) {
      return NOT_STORED;
    }
    const { uuid } = entry;
    if (location.provider.transcripts.kind === 'none') {
      return { known: written(uuid), logMessage: undefined };
    }
    if (await this.isOfAnother(entry, location)) {
      const logMessage = `Session ${ptyId} drops conversation ${uuid}: it belongs to ${entry.cwd}.`;
      return { known: undefined, logMessage };
    }
    switch (await this.readTranscriptState(location, uuid)) {
      case 'readable':
        return { known: written(uuid), logMessage: undefined };
      case 'unreadable':
        return { known: written(uuid), logMessage: unreadable(ptyId, uuid) };
      case 'missing':
        return this.findUnwritten(ptyId, entry, location);
    }
  }

  /**
   * Whether the conversation was started in another directory. A directory that does not exist any
   * more was moved, as worktrees are, and its conversations with it.
   */
  private async isOfAnother(
    { cwd }: SessionMapEntry,
    location: TranscriptLocation,
  ): Promise<boolean> {
    return this.deps.isDirectory(cwd) && !(await isSameDirectory(cwd, location.cwd));
  }

  private async readTranscriptState(
    location: TranscriptLocation,
    id: string,
  ): Promise<'readable' | 'unreadable' | 'missing'> {
    const found = await this.deps.transcripts.find(location, id);
    return found === undefined ? 'missing' : found === 'unreadable' ? found : 'readable';
  }

  private async findUnwritten(
    ptyId: string,
    { uuid, forkedFrom, insteadOf }: SessionMapEntry,
    location: TranscriptLocation,
  ): Promise<StoredConversation> {
    if (
      insteadOf !== undefined &&
      (await this.readTranscriptState(location, insteadOf)) !== 'missing'
    ) {
      // The agent could not resume this one, perhaps for a temporary reason, and the replacement
      // has no messages.
      return { known: written(insteadOf), logMessage: undefined };
    }
    const logMessage = `Session ${ptyId} drops conversation ${uuid}: it has no transcript.`;
    return { known: { uuid, isWritten: false, forkedFrom }, logMessage };
  }
}

function written(uuid: string): KnownConversation {
  return { uuid, isWritten: true, forkedFrom: undefined };
}

function unreadable(ptyId: string, uuid: string): string {
  return `Session ${ptyId} continues conversation ${uuid} although its transcript cannot be read; the agent may start a new one.`;
}
