import { delay, type Clock } from '../base/clock';
import { SessionError } from '../base/errors';
import { parseJsonLines } from '../base/parseJson';
import { LineReader } from '../conversations/transcripts/lineReader';
import type { TranscriptLocation, Transcripts } from '../conversations/transcripts/transcripts';
import type { ProviderDefinition } from '../providers/model/providerDefinition';
import { requireSession } from '../pty/sessionBackend';
import type { SessionInfo, SessionService } from '../pty/sessionService';
import type { StatusService } from '../status/statusService';
import {
  addToMessage,
  beginMessage,
  formatRecorded,
  type AnswerReading,
  type LastMessage,
} from './recordedAnswer';
import { readLastShown } from './screenAnswer';

/** Bytes of a transcript's end that are read first; four times as many until they hold the message. */
const FIRST_BYTES = 1024 * 1024;

/** Maximum bytes of a transcript's end that are read. Policy: an earlier message is not found. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Time limit for an agent at rest to write its answer to its transcript, in milliseconds. */
const WRITTEN_MS = 1000;
const READ_EVERY_MS = 50;

const MOST_ROWS = 20_000;

const MAY_BE_UNWRITTEN = 'Its last answer may not be written yet.';
const STILL_WORKS = 'The agent still works: its answer may not be complete.';

export interface LastAnswer {
  readonly text: string;
  /**
   * `transcript`: as the agent wrote it. `screen`: as its terminal shows it, with wrapped rows
   * joined.
   */
  readonly source: 'screen' | 'transcript';
  /** A sentence for the person if the text may not be the whole last answer. */
  readonly notice?: string;
}

interface TranscriptEnd {
  readonly path: string;
  readonly size: number;
  readonly modifiedAt: number;
  readonly message: LastMessage;
}

/** A session of this window, or one that is only listed. */
export type AnsweringSession = Pick<SessionInfo, 'id' | 'kind' | 'label' | 'workDir'>;

export interface LastAnswersDeps {
  readonly clock: Clock;
  readonly conversationOf: (ptyId: string) => string | undefined;
  /** Undefined for a shell. */
  readonly providerOf: (session: AnsweringSession) => ProviderDefinition | undefined;
  readonly sessions: SessionService;
  readonly status: StatusService;
  readonly transcripts: Pick<Transcripts, 'find'>;
  readonly transcriptLocationOf: (
    session: AnsweringSession,
    provider: ProviderDefinition,
  ) => TranscriptLocation;
}

/**
 * Reads the last message of text that an agent has finished, also of a session that has ended: from
 * the transcript, else from the screen. Text before a tool call counts only while no later text
 * follows.
 */
export class LastAnswers {
  constructor(private readonly deps: LastAnswersDeps) {}

  /** @throws {SessionError} `ILLEGAL_STATE` for a shell, and if there is no answer. */
  async read(session: AnsweringSession): Promise<LastAnswer> {
    const { label } = session;
    const provider = this.deps.providerOf(session);
    if (!provider) {
      throw illegal(`${label} is no agent and gives no answers: copy from its terminal.`);
    }
    const recorded = await this.recorded(session, provider);
    if (recorded !== undefined) {
      const { message, isLate } = recorded;
      const text = requireText(message, label);
      return { text, source: 'transcript', ...(isLate && { notice: MAY_BE_UNWRITTEN }) };
    }
    // The turn may begin or end while the screen is read.
    const worked = this.isInTurn(session.id);
    const text = await this.shown(session, provider);
    if (text === '') {
      throw illegal(
        `No answer of ${label} can be read: it has no transcript here, and its screen shows no beginning of an answer. Scroll to the answer in its terminal.`,
      );
    }
    const isPartial = worked || this.isInTurn(session.id);
    return { text, source: 'screen', ...(isPartial && { notice: STILL_WORKS }) };
  }

  /** Whether the agent works itself, and not only what it started in the background. */
  private isInTurn(ptyId: string): boolean {
    const { state } = this.deps.status.get(ptyId);
    return state.kind === 'working' && state.background === undefined;
  }

  /**
   * `isLate`: the agent is at rest, but has not written its answer within the time limit. Undefined
   * if the transcript is not known or cannot be read.
   */
  private async recorded(
    session: AnsweringSession,
    provider: ProviderDefinition,
  ): Promise<{ readonly message: LastMessage; readonly isLate: boolean } | undefined> {
    const { records } = provider.engine;
    // The transcripts of another machine are there.
    if (records.kind === 'none' || session.kind === 'ssh') {
      return undefined;
    }
    const { clock } = this.deps;
    const location = this.deps.transcriptLocationOf(session, provider);
    const begin = clock.monotonic();
    let end = await this.readTranscript(session.id, location, records);
    // An agent may report its end before it writes its answer.
    const isLate = (): boolean =>
      end?.message.isSettled === false &&
      /^(?:done|idle)$/.test(this.deps.status.get(session.id).state.kind);
    while (isLate() && clock.monotonic() - begin < WRITTEN_MS) {
      await delay(clock, READ_EVERY_MS);
      end = await this.readTranscript(session.id, location, records, end);
    }
    return end && { message: end.message, isLate: isLate() };
  }

  private async readTranscript(
    ptyId: string,
    location: TranscriptLocation,
    answers: AnswerReading['answers'],
    before?: TranscriptEnd,
  ): Promise<TranscriptEnd | undefined> {
    const id = this.deps.conversationOf(ptyId);
    const found = id === undefined ? undefined : await this.deps.transcripts.find(location, id);
    try {
      return typeof found === 'object' ? await readEnd(found.path, answers, before) : undefined;
    } catch {
      // Removed since it was found.
      return undefined;
    }
  }

  private async shown({ id }: AnsweringSession, { engine }: ProviderDefinition): Promise<string> {
    const session = this.deps.sessions.get(id);
    if (!session) {
      return '';
    }
    const text = await requireSession(this.deps.sessions, id).text({ scrollback: MOST_ROWS });
    const { cols: columns } = session.dimensions;
    return readLastShown(engine.screen, { rows: text.split('\n'), columns });
  }
}

async function readEnd(
  path: string,
  answers: AnswerReading['answers'],
  before: TranscriptEnd | undefined,
): Promise<TranscriptEnd | undefined> {
  return LineReader.using(path, async (reader) => {
    const { size, modifiedAt } = reader;
    if (before?.path === path && before.size === size && before.modifiedAt === modifiedAt) {
      return before;
    }
    for (let bytes = FIRST_BYTES; ; bytes *= 4) {
      const lines = await reader.tail(bytes);
      const isWhole = bytes >= reader.size;
      const message = parseJsonLines(lines).reduce<LastMessage>(
        (earlier, record) => addToMessage(earlier, record, answers),
        beginMessage(isWhole ? 'first record' : 'later record'),
      );
      if (message.hasBegin || isWhole || bytes >= MOST_BYTES) {
        return { path, size, modifiedAt, message };
      }
    }
  });
}

function requireText(message: LastMessage, label: string): string {
  const text = formatRecorded(message);
  if (text === '') {
    throw illegal(`${label} has not answered yet: try again when it has.`);
  }
  return text;
}

function illegal(message: string): SessionError {
  return new SessionError('ILLEGAL_STATE', message);
}
