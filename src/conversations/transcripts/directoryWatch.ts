import { claimConversations } from '../claimConversations';
import type { LearnRequest } from '../learnRequest';
import type { DatedTranscript } from './datedTranscript';
import type { TranscriptLocation } from './transcripts';
import type { TranscriptSource } from './transcriptSource';

/**
 * How many files are checked: the last by name. Their names begin with a date, or the folder is the
 * directory's own.
 */
const MOST_FILES = 2_000;

/** The sessions of one provider in one directory, and the transcripts that appear there. */
export class DirectoryWatch {
  /** Paths of files that existed before, were already assigned, or can never match. */
  private readonly known = new Set<string>();
  /** Whether each session still has no conversation. */
  private readonly sessions = new Map<LearnRequest, 'pending' | 'learned'>();

  constructor(
    private readonly source: TranscriptSource,
    private readonly location: TranscriptLocation,
  ) {}

  /** Whether transcripts state their terminal. It is read in each search, as one that has ended has none. */
  private get hasTerminals(): boolean {
    const { transcripts } = this.location.provider;
    return transcripts.kind !== 'none' && transcripts.records.terminal !== undefined;
  }

  get isEmpty(): boolean {
    return this.sessions.size === 0;
  }

  join(session: LearnRequest): void {
    this.sessions.set(session, session.hasConversation ? 'learned' : 'pending');
  }

  leave(session: LearnRequest): void {
    this.sessions.delete(session);
  }

  isPending(session: LearnRequest): boolean {
    return this.sessions.get(session) === 'pending';
  }

  /**
   * Excludes existing transcripts from the sessions that join from now on.
   * @param since milliseconds since the epoch; if given, only transcripts last written before it
   * are excluded.
   */
  async takeAsKnown(since = Infinity): Promise<void> {
    for (const file of await this.source.files(this.location, MOST_FILES)) {
      if (since === Infinity || (await this.source.writtenAt(file)) < since) {
        this.known.add(file.path);
      }
    }
  }

  /** Reports new transcripts to the sessions that certainly own them. */
  async search(): Promise<void> {
    const appeared = await this.readAppeared();
    const live = await Promise.all(
      [...this.sessions].map(async ([request, state]) => ({
        request,
        startedAt: request.startedAt,
        isPending: state === 'pending',
        terminal: this.hasTerminals ? await request.readTerminal() : undefined,
      })),
    );
    const unowned = appeared.filter(({ id }) => !live.some(({ request }) => request.isOwned(id)));
    for (const { session, id } of claimConversations(unowned, live)) {
      const { startedAt, terminal } = unowned.find((one) => one.id === id) ?? {};
      const isTaken = await session.request.onLearned({ id, startedAt, terminal });
      // The session may have left during the call.
      if (isTaken && this.sessions.has(session.request)) {
        this.sessions.set(session.request, 'learned');
      }
    }
  }

  /**
   * Reads each new file until it states its directory. That may be long after the start, with the
   * first prompt.
   */
  private async readAppeared(): Promise<readonly DatedTranscript[]> {
    const appeared: DatedTranscript[] = [];
    const files = await this.source.files(this.location, MOST_FILES);
    for (const file of files.filter(({ path }) => !this.known.has(path))) {
      const found = await this.source.describe(this.location, file);
      if (typeof found === 'object') {
        appeared.push(found);
      }
      if (typeof found === 'object' || found === 'foreign') {
        this.known.add(file.path);
      }
    }
    return appeared;
  }
}
