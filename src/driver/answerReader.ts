import type { Clock } from '../base/clock';
import type { Disposable } from '../base/lifecycle';
import { Timer } from '../base/timer';
import { valueAt } from '../conversations/transcripts/recordField';
import { readDraft } from '../agents/prompts/draft';
import { isDraftOf } from '../agents/prompts/promptMatch';
import type { EngineFacts } from '../providers/model/engineFacts';
import type { SessionService } from '../pty/sessionService';
import type { HookEvent } from '../status/sources/hookEvent';
import type { AnswerRecords } from './answerRecords';
import { countEchoes, type EchoCount } from './findEcho';
import { formatRecorded, NOTHING_RECORDED } from './recordedAnswer';
import { NOTHING_SHOWN, readShownAnswer, type ShownAnswer } from './screenAnswer';
import { stitchRows } from './stitchRows';

/** How long an agent may take to write the end of its answer down, in milliseconds. */
const WRITTEN_MS = 1000;
const LOOK_EVERY_MS = 50;

/** Between two looks at a screen that have to see the same. */
const DRAWN_MS = 250;

/** How many rows above the screen an answer is looked for in. */
const MOST_ROWS = 20_000;

/** An answer as far as it is there. */
export interface AnswerSoFar {
  readonly text: string;
  readonly isSeen: boolean;
  /** Whether the agent itself has written that its turn is over. */
  readonly isWhole: boolean;
  /** Whether the agent itself has written that it could not answer. */
  readonly hasFailed: boolean;
  /** Whether the prompt stands in the agent's input still, and nothing is written of it. */
  readonly isHeld: boolean;
}

export interface AnswerReaderDeps {
  readonly sessions: Pick<SessionService, 'get' | 'screen' | 'text'>;
  readonly clock: Clock;
  /** Undefined where the provider keeps no exact words. */
  readonly records: Pick<AnswerRecords, 'begin' | 'read'> | undefined;
}

/** The session and the prompt of which the answer is read. */
export interface AnswerSubject {
  readonly ptyId: string;
  readonly prompt: string;
  readonly engine: Pick<EngineFacts, 'lastMessage' | 'records' | 'screen'>;
}

/** Reads one answer: from the transcript, else from a hook, else from the screen. */
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

  /** To be awaited before the prompt is typed. */
  async begin(): Promise<void> {
    await this.deps.records?.begin();
  }

  /** Forgets what was said before the prompt, which is typed next. */
  forget(): void {
    this.lastMessage = undefined;
    this.shownRows = [];
    this.before = this.countBefore();
  }

  /** What waits for the end of an answer waits for ever then. */
  dispose(): void {
    this.timer.dispose();
  }

  /** From then on the screen need not show the prompt: an answer may have pushed it out. */
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

  /** Whether the transcript says that the turn is over; undefined where none tells. */
  async isWritten(): Promise<boolean | undefined> {
    const { records } = this.subject.engine;
    if (records.kind === 'none' || records.ends.length === 0) {
      return undefined;
    }
    const { isOwn, isWhole } = await this.recorded();
    return isOwn && isWhole;
  }

  /** What can be told of it now. */
  async peek(): Promise<AnswerSoFar> {
    const recorded = await this.recorded();
    const { isWhole, hasFailed } = recorded;
    const text = formatRecorded(recorded);
    if (text !== '' || isWhole || hasFailed) {
      return { text, isSeen: true, isWhole, hasFailed, isHeld: false };
    }
    const [shown, isHeld] = [await this.shown(), await this.isHeld()];
    return { ...shown, isWhole, hasFailed, isHeld };
  }

  /** The longest that can be told of it, which may not be to the letter yet. */
  async preview(): Promise<string> {
    const { text, hasBegin } = await this.shown();
    this.shownRows = stitchRows(hasBegin ? [] : this.shownRows, text.split('\n'));
    const shown = this.shownRows.join('\n');
    const recorded = formatRecorded(await this.recorded());
    return recorded.length > shown.length ? recorded : shown;
  }

  /** The whole of it, once its turn is over. */
  async finish(): Promise<string> {
    const begin = this.deps.clock.monotonic();
    let recorded = await this.recorded();
    while (this.deps.records && !recorded.isWhole && this.isWrittenLater(begin)) {
      await this.pause(LOOK_EVERY_MS);
      recorded = await this.recorded();
    }
    const text = formatRecorded(recorded);
    const last = this.lastMessage ?? '';
    const isTold = recorded.isWhole && (recorded.isOwn || text !== '');
    if (isTold || (text !== '' && text.endsWith(last))) {
      return text;
    }
    const told = [text, last].filter((one) => one !== '').join('\n\n');
    return told === '' ? this.drawn() : told;
  }

  /** What the screen shows once it stands still: an agent may report its end before it draws it. */
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
      ? readDraft(await this.deps.sessions.screen(ptyId))
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
    const { altScreen } = await this.deps.sessions.screen(ptyId);
    const columns = session.dimensions.cols;
    const keepsRows = !altScreen || !this.isAtWork;
    return readShownAnswer(engine.screen, { rows, columns, keepsRows, before }, prompt);
  }

  /** Undefined where it cannot be seen. */
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
    const text = await this.deps.sessions.text(ptyId, { scrollback: MOST_ROWS });
    return text.split('\n');
  }
}
