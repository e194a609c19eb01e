import type { Clock } from '../base/clock';
import type { Disposable } from '../base/lifecycle';
import { Timer } from '../base/timer';
import { valueAt } from '../conversations/transcripts/recordField';
import { readDraft } from '../agents/prompts/draft';
import { isDraftOf } from '../agents/prompts/promptMatch';
import type { EngineFacts } from '../providers/model/engineFacts';
import { requireSession } from '../pty/sessionBackend';
import type { SessionService } from '../pty/sessionService';
import type { HookEvent } from '../status/sources/hookEvent';
import type { AnswerRecords } from './answerRecords';
import { countEchoes, type EchoCount } from './findEcho';
import { formatRecorded, NOTHING_RECORDED } from './recordedAnswer';
import { NOTHING_SHOWN, readShownAnswer, type ShownAnswer } from './screenAnswer';

const WRITTEN_MS = 1000;
const READ_EVERY_MS = 50;

/** Interval between two reads of a screen that must be equal, in milliseconds. */
const DRAWN_MS = 250;

const MOST_ROWS = 20_000;

interface PartialAnswer {
  readonly text: string;
  readonly isSeen: boolean;
  readonly isComplete: boolean;
  readonly hasFailed: boolean;
  readonly isHeld: boolean;
}

interface AnswerReaderDeps {
  readonly sessions: SessionService;
  readonly clock: Clock;
  /** Undefined if the provider has no transcript to read. */
  readonly records: Pick<AnswerRecords, 'begin' | 'read'> | undefined;
}

interface AnswerSubject {
  readonly ptyId: string;
  readonly prompt: string;
  readonly engine: Pick<EngineFacts, 'lastMessage' | 'records' | 'screen'>;
}

/** Reads one answer: from the transcript, else from a hook's last message, else from the screen. */
export class AnswerReader implements Disposable {
  private readonly timer: Timer;
  private before: Promise<EchoCount | undefined> = Promise.resolve(undefined);
  private lastMessage: string | undefined;
  private shownRows: readonly string[] = [];
  private isAtWork = false;

  constructor(
    private readonly deps: AnswerReaderDeps,
    private readonly subject: AnswerSubject,
  ) {
    this.timer = new Timer(deps.clock);
  }

  /** Must be awaited before the prompt is typed. */
  async begin(): Promise<void> {
    await this.deps.records?.begin();
  }

  /** Discards output from before the prompt. Must be called just before the prompt is typed. */
  forget(): void {
    this.lastMessage = undefined;
    this.shownRows = [];
    this.before = this.countBefore();
  }

  /** Cancels the timer: a pending {@link finish} then never settles. */
  dispose(): void {
    this.timer.dispose();
  }

  /**
   * Must be called when the turn has begun. From then on an answer may have pushed the prompt off
   * the screen.
   */
  handleTurn(): void {
    this.isAtWork = true;
  }

  handleHook({ ptyId, name, payload }: HookEvent): void {
    const { lastMessage } = this.subject.engine;
    const text = lastMessage?.event === name ? valueAt(payload, lastMessage.at) : undefined;
    if (ptyId === this.subject.ptyId && typeof text === 'string') {
      this.lastMessage = text.trim();
    }
  }

  /** Whether the transcript records the end of the turn; undefined if the CLI does not write it. */
  async isWritten(): Promise<boolean | undefined> {
    const { records } = this.subject.engine;
    if (records.kind === 'none' || records.ends.length === 0) {
      return undefined;
    }
    const { isOwn, isComplete } = await this.recorded();
    return isOwn && isComplete;
  }

  async peek(): Promise<PartialAnswer> {
    const recorded = await this.recorded();
    const { isComplete, hasFailed } = recorded;
    const text = formatRecorded(recorded);
    if (text !== '' || isComplete || hasFailed) {
      return { text, isSeen: true, isComplete, hasFailed, isHeld: false };
    }
    const [shown, isHeld] = [await this.shown(), await this.isHeld()];
    return { ...shown, isComplete, hasFailed, isHeld };
  }

  /** Returns the longest text that is available, which may not be exact yet. */
  async preview(): Promise<string> {
    const { text, hasBegin } = await this.shown();
    this.shownRows = stitchRows(hasBegin ? [] : this.shownRows, text.split('\n'));
    const shown = this.shownRows.join('\n');
    const recorded = formatRecorded(await this.recorded());
    return recorded.length > shown.length ? recorded : shown;
  }

  /** Returns the complete answer. Must be called after the turn has ended. */
  async finish(): Promise<string> {
    const begin = this.deps.clock.monotonic();
    let recorded = await this.recorded();
    while (this.deps.records && !recorded.isComplete && this.isWrittenLater(begin)) {
      await this.pause(READ_EVERY_MS);
      recorded = await this.recorded();
    }
    const text = formatRecorded(recorded);
    const last = this.lastMessage ?? '';
    const isRecorded = recorded.isComplete && (recorded.isOwn || text !== '');
    if (isRecorded || (text !== '' && text.endsWith(last))) {
      return text;
    }
    const reported = [text, last].filter((one) => one !== '').join('\n\n');
    return reported === '' ? this.drawn() : reported;
  }

  /**
   * Reads the screen once it does not change any more: an agent may report its end before it draws
   * it.
   */
  private async drawn(): Promise<string> {
    const begin = this.deps.clock.monotonic();
    for (let { text } = await this.shown(); ;) {
      await this.pause(DRAWN_MS);
      const now = (await this.shown()).text;
      if ((now === text && now !== '') || !this.isWrittenLater(begin)) {
        return now;
      }
      text = now;
    }
  }

  private isWrittenLater(begin: number): boolean {
    return this.deps.clock.monotonic() - begin < WRITTEN_MS;
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.timer.start(ms, resolve));
  }

  private async recorded() {
    return (await this.deps.records?.read()) ?? NOTHING_RECORDED;
  }

  private async isHeld(): Promise<boolean> {
    const { ptyId, prompt } = this.subject;
    const draft = this.deps.sessions.get(ptyId)
      ? readDraft(await requireSession(this.deps.sessions, ptyId).screen())
      : undefined;
    return draft !== undefined && isDraftOf(draft, prompt);
  }

  private async shown(): Promise<ShownAnswer> {
    const { ptyId, prompt, engine } = this.subject;
    const session = this.deps.sessions.get(ptyId);
    if (!session || (await this.isHeld())) {
      return NOTHING_SHOWN;
    }
    const before = await this.before;
    const rows = await this.rows();
    const { altScreen } = await requireSession(this.deps.sessions, ptyId).screen();
    const columns = session.dimensions.cols;
    const keepsRows = !altScreen || !this.isAtWork;
    return readShownAnswer(engine.screen, { rows, columns, keepsRows, before }, prompt);
  }

  /** Undefined if the screen cannot be read. */
  private async countBefore(): Promise<EchoCount | undefined> {
    const { prompt, engine } = this.subject;
    try {
      return countEchoes(engine.screen, await this.rows(), prompt);
    } catch {
      return undefined;
    }
  }

  private async rows(): Promise<readonly string[]> {
    const { ptyId } = this.subject;
    const text = await requireSession(this.deps.sessions, ptyId).text({ scrollback: MOST_ROWS });
    return text.split('\n');
  }
}

/** How many consecutive rows must be equal to count as an overlap. */
const SURE_ROWS = 3;

/**
 * Joins earlier and current rows of a screen that scrolls without scrollback: `now` replaces
 * `before` from the overlap on. Without an overlap, rows in between were missed, and `now` is
 * appended.
 */
export function stitchRows(before: readonly string[], now: readonly string[]): readonly string[] {
  const head = now.slice(0, SURE_ROWS);
  const at = before.findLastIndex((_, start) =>
    head.every((row, offset) => (before[start + offset] ?? row) === row),
  );
  return [...before.slice(0, at < 0 ? before.length : at), ...now];
}
