import { isDeepStrictEqual } from 'node:util';
import { isLikely, SIGNAL_SOURCES, type Signal, type SignalSource } from './activity';
import { checkReportedInput } from './reportedInput';
import type { ScreenReading } from './screens/readScreen';

/** How long a screen that no rule recognises keeps its last signal; milliseconds. */
const UNREAD_MS = 3000;

/**
 * How long a dialog may stay on the screen after the program has withdrawn its report, in
 * milliseconds. A dialog that stays longer counts.
 */
const ERASING_MS = 1000;

/** The current signal of each source for one agent. */
export class SignalStore {
  private readonly signals = new Map<SignalSource, Signal>();
  private unreadSince: number | undefined;
  /** Signals from this time or earlier no longer count. */
  private outdatedAt = -Infinity;
  private takenBackAt = -Infinity;
  /** When the screen was last seen to show what its signal reports. */
  screenSeenAt = -Infinity;
  /** Whether the last reading of the screen matched a rule. */
  screenHasReading = false;

  /** At most one signal of each source, strongest first. */
  list(): readonly Signal[] {
    return SIGNAL_SOURCES.flatMap((source) => {
      const signal = this.signals.get(source);
      return signal && source === 'screen'
        ? checkReportedInput(signal, this.signals.get('hook'))
        : (signal ?? []);
    });
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

  withdraw(source: SignalSource): void {
    this.signals.delete(source);
  }

  /** An event or report counts from its arrival, even if it repeats the last one. */
  record(signal: Signal): void {
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
   * signal for {@link UNREAD_MS}.
   */
  updateScreen(reading: ScreenReading | 'skip' | undefined, at: number): void {
    this.screenHasReading = typeof reading === 'object';
    if (typeof reading === 'object') {
      const { state, ruleId } = reading;
      this.observe({ source: 'screen', state, ruleId, reason: reasonOf(reading), at });
      this.screenSeenAt = at;
    } else if (isLikely(this.signals.get('screen')?.state)) {
      // No rule can recognise the screen that follows the answer.
      this.withdraw('screen');
    }
    this.unreadSince = reading === undefined ? (this.unreadSince ?? at) : undefined;
    this.forgetUnread(at);
  }

  /** Records that the screen has no new output and so shows the same. */
  confirmScreen(at: number): void {
    if (this.screenHasReading) {
      this.screenSeenAt = at;
    }
    this.forgetUnread(at);
  }

  /** When the screen's last signal expires, if no rule recognises the screen until then. */
  get forgetsAt(): number | undefined {
    return this.unreadSince !== undefined && this.has('screen')
      ? this.unreadSince + UNREAD_MS
      : undefined;
  }

  /**
   * Signals that were older than the program's report do not become valid again when it is
   * withdrawn.
   */
  private withdrawReport(at: number): void {
    const report = this.signals.get('program');
    this.takenBackAt = report ? at : this.takenBackAt;
    this.outdatedAt = report?.at ?? this.outdatedAt;
    const older = this.list().filter((signal) => this.isOutdated(signal));
    older.forEach(({ source }) => this.withdraw(source));
    // The screen may have been drawn before the last report, and is about to change.
    this.withdraw('screen');
    this.screenHasReading = false;
  }

  private isOutdated({ at }: Signal): boolean {
    return at <= this.outdatedAt;
  }

  private forgetUnread(at: number): void {
    if (this.forgetsAt !== undefined && at >= this.forgetsAt) {
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

function reasonOf({ state, seen }: ScreenReading): string {
  const shows = `its screen shows "${seen}"`;
  return isLikely(state) ? `${shows}, which looks like a question` : shows;
}
