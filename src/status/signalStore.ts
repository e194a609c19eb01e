import { isDeepStrictEqual } from 'node:util';
import {
  isLikely,
  NOT_RECOGNISED,
  SIGNAL_SOURCES,
  toWorking,
  type Signal,
  type SignalSource,
  classOf,
} from './activity';
import type { UnreadScreen } from './chooseSignal';
import { checkReportedInput } from './reportedInput';
import { toPlainLine } from './screens/screenParts';
import type { Covered, ScreenReading } from './screens/readScreen';
import { UnrecognisedScreen } from './screens/unrecognisedScreen';
import type { ItemReport } from './sources/programStatus';

/** How long a screen that no rule recognises keeps its last signal; milliseconds. */
const UNREAD_MS = 3000;

/**
 * How long a dialog may stay on the screen after the program has withdrawn its report, in
 * milliseconds. A dialog that stays longer counts.
 */
const ERASING_MS = 1000;

/** Further parts of a program's work are not counted. */
const MAX_ITEMS = 1000;

/** The sources whose report that the agent rests is not doubted because of a screen that no rule recognises. */
const TRUSTED = ['program', 'statusFile', 'hook'] as const satisfies readonly SignalSource[];

/** How many rows stand for the words of a question that no rule reads. */
const MOST_LAST_ROWS = 5;
const FRAME = /[\u2500-\u259f]+/g;

interface ReadScreen {
  readonly at: number;
  readonly rows?: readonly string[];
  /** Whether it may show a question if no rule recognises it; decided by the first such screen in a row. */
  readonly mayAsk?: boolean;
  readonly lastInputAt?: number | null;
}

export class SignalStore {
  private readonly signals = new Map<SignalSource, Signal>();
  private readonly items = new Set<string>();
  private unreadSince: number | undefined;
  /** Undefined while a rule recognises the screen. */
  private unrecognised: UnrecognisedScreen | undefined;
  /** Signals from this time or earlier no longer count. */
  private outdatedAt = -Infinity;
  private takenBackAt = -Infinity;
  /** When the screen was last seen to show what its signal reports. */
  screenSeenAt = -Infinity;
  /** The last rows of the screen, if no rule recognises it, and when it was read. */
  unread: UnreadScreen | undefined;
  /** Whether the last reading of the screen matched a rule. */
  screenHasReading = false;
  /** Whether a rule has ever recognised a screen of the agent. */
  wasRecognised = false;

  /** At most one signal of each source, strongest first. */
  list(): readonly Signal[] {
    return SIGNAL_SOURCES.flatMap((source) => {
      const signal = this.signals.get(source);
      return signal && !this.isRefuted(signal) ? this.complete(signal) : [];
    });
  }

  /** Whether the last report shows that the agent rests, which a screen that no rule recognises does not contradict. */
  private isRefuted({ ruleId }: Signal): boolean {
    const [last] = TRUSTED.flatMap((source) => this.signals.get(source) ?? []).sort(
      (one, other) => other.at - one.at,
    );
    return ruleId === NOT_RECOGNISED && last !== undefined && classOf(last.state) === 'rest';
  }

  /** Adds what is known of the same state from elsewhere. */
  private complete(signal: Signal): Signal {
    if (signal.source === 'screen') {
      return checkReportedInput(signal, this.signals.get('hook'));
    }
    return signal.source === 'program' && signal.state.kind === 'working'
      ? { ...signal, state: toWorking(this.items.size) }
      : signal;
  }

  has(source: SignalSource): boolean {
    return this.signals.has(source);
  }

  /**
   * Replaces the signal of a source; undefined withdraws it.
   * @param at when the source reported it; used if the program withdraws its report.
   */
  report(source: SignalSource, signal: Signal | undefined, at: number): void {
    if (!signal && source === 'program') {
      this.withdrawReport(at);
    } else if (!signal) {
      this.withdraw(source);
    } else if (source === 'program' || source === 'hook') {
      this.record(signal);
    } else if (!this.isOutdated(signal)) {
      this.observe(signal);
    }
  }

  reportItem({ item, isRunning }: ItemReport): void {
    if (!isRunning) {
      this.items.delete(item);
    } else if (this.items.size < MAX_ITEMS) {
      this.items.add(item);
    }
  }

  withdraw(source: SignalSource): void {
    this.signals.delete(source);
  }

  /** An event or report counts from its arrival, even if it repeats the last one. */
  record(signal: Signal): void {
    if (endsItems(signal)) {
      this.items.clear();
    }
    this.signals.set(signal.source, signal);
  }

  /**
   * Whether a dialog on a screen that was last written at `drawnAt` may be one that the program is
   * about to erase. False if the clock was set back.
   */
  isBeingErased(drawnAt: number | null, now: number): boolean {
    const ageMs = now - this.takenBackAt;
    return (drawnAt ?? 0) <= this.takenBackAt && ageMs >= 0 && ageMs < ERASING_MS;
  }

  /** Whether the last reading of the screen matched a rule that is not a dialog. */
  get showsInput(): boolean {
    return this.screenHasReading && this.signals.get('screen')?.state.kind !== 'needsInput';
  }

  /**
   * Records a reading of the screen. `skip` changes nothing. An unrecognised screen keeps its last
   * signal for {@link UNREAD_MS}, unless it settles and `mayAsk`.
   */
  updateScreen(
    reading: ScreenReading | Covered | undefined,
    { at, rows = [], mayAsk = false, lastInputAt }: ReadScreen,
  ): void {
    this.screenHasReading = typeof reading === 'object';
    this.unread = this.screenHasReading ? undefined : { words: readLastRows(rows), at };
    this.followUnrecognised(reading, { at, rows, mayAsk });
    const before = this.signals.get('screen');
    const isAnswered =
      (lastInputAt ?? -Infinity) > (before?.at ?? at) && this.unrecognised?.unchangedSince === at;
    const isGone = before?.ruleId !== NOT_RECOGNISED || !this.unrecognised || isAnswered;
    if (typeof reading === 'object') {
      const { state, ruleId, only } = reading;
      const signal = { source: 'screen', state, ruleId, reason: reasonOf(reading), at } as const;
      this.observe({ ...signal, ...(only && { only }) });
      this.screenSeenAt = at;
    } else if (isLikely(before?.state) && isGone) {
      // No rule can recognise the screen that follows the answer.
      this.withdraw('screen');
    }
    this.unreadSince = reading === undefined ? (this.unreadSince ?? at) : undefined;
    this.settle(at);
  }

  /** Records that the screen has no new output and so shows the same. */
  confirmScreen(at: number): void {
    if (this.screenHasReading) {
      this.screenSeenAt = at;
    }
    this.settle(at);
  }

  /** When the screen's signal changes if nothing is written until then; undefined: never. */
  get changesAt(): number | undefined {
    const asksAt = this.unrecognised?.asksAt ?? -Infinity;
    // A question that has been counted is not due again.
    const nextAt = Math.min(
      this.forgetsAt ?? Infinity,
      asksAt > this.screenSeenAt ? asksAt : Infinity,
    );
    return nextAt === Infinity ? undefined : nextAt;
  }

  /** When the screen's last signal expires, if no rule recognises the screen until then. */
  private get forgetsAt(): number | undefined {
    const signal = this.signals.get('screen');
    return this.unreadSince !== undefined && signal && signal.ruleId !== NOT_RECOGNISED
      ? this.unreadSince + UNREAD_MS
      : undefined;
  }

  private followUnrecognised(
    reading: ScreenReading | Covered | undefined,
    { at, rows = [], mayAsk = false }: ReadScreen,
  ): void {
    if (reading === undefined || reading === 'picker') {
      this.unrecognised ??= new UnrecognisedScreen({ mayAsk, isFirst: !this.wasRecognised });
      this.unrecognised.show(rows, { at, hasWords: this.unread?.words !== undefined });
    } else {
      this.unrecognised = undefined;
      this.wasRecognised = true;
    }
  }

  /**
   * Signals that were older than the program's report do not become valid again when it is
   * withdrawn.
   */
  private withdrawReport(at: number): void {
    this.items.clear();
    const report = this.signals.get('program');
    this.takenBackAt = report ? at : this.takenBackAt;
    this.outdatedAt = report?.at ?? this.outdatedAt;
    const older = this.list().filter((signal) => this.isOutdated(signal));
    older.forEach(({ source }) => this.withdraw(source));
    // The screen may have been drawn before the last report, and is about to change.
    this.withdraw('screen');
    this.unrecognised = undefined;
    this.screenHasReading = false;
  }

  private isOutdated({ at }: Signal): boolean {
    return at <= this.outdatedAt;
  }

  /** Counts an unrecognised screen as a question once it has settled, or forgets the signal before it. */
  private settle(at: number): void {
    const { unrecognised, unread } = this;
    const asksAt = unrecognised?.asksAt;
    if (unrecognised && asksAt !== undefined && at >= asksAt) {
      const before = this.signals.get('screen');
      const isKnown = before?.ruleId === NOT_RECOGNISED;
      this.signals.set('screen', {
        source: 'screen',
        state: { kind: 'needsInput', need: 'question', question: unread?.words, likely: true },
        ruleId: NOT_RECOGNISED,
        reason: 'no rule recognises its screen, which has not changed since',
        // Other words of the same screen are no other question.
        at: isKnown ? before.at : unrecognised.unchangedSince,
      });
      this.screenSeenAt = at;
    } else if (this.forgetsAt !== undefined && at >= this.forgetsAt) {
      this.withdraw('screen');
    }
  }

  /** A source that is read repeatedly counts from when it first reported the current state. */
  private observe(signal: Signal): void {
    const before = this.signals.get(signal.source);
    const isSame = before && isDeepStrictEqual(before.state, signal.state);
    this.signals.set(signal.source, isSame ? { ...signal, at: before.at } : signal);
  }
}

/** Whether no part of the work goes on: the next agent in the same shell reports its own parts. */
function endsItems({ source, state: { kind } }: Signal): boolean {
  return source === 'process' || (source === 'program' && (kind === 'done' || kind === 'idle'));
}

/** The last rows of a screen that contain words, on one line; undefined if it is empty. */
function readLastRows(rows: readonly string[]): string | undefined {
  const worded = rows.filter((row) => /[\p{L}\p{N}]/u.test(row)).slice(-MOST_LAST_ROWS);
  return toPlainLine(worded.map((row) => row.replace(FRAME, ' ').trim()).join(' · ')) || undefined;
}

function reasonOf({ state, seen }: ScreenReading): string {
  const shows = `its screen shows "${seen}"`;
  return isLikely(state) ? `${shows}, which looks like a question` : shows;
}
