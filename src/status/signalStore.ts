import { isDeepStrictEqual } from 'node:util';
import { SIGNAL_SOURCES, type Signal, type SignalSource } from './activity';
import type { ScreenReading } from './screens/readScreen';

/** How long a screen may show what no rule knows until its last word counts no more; milliseconds. */
const UNREAD_MS = 3000;

/**
 * How long a program that has taken its report back may leave on its screen what that was about, in
 * milliseconds; what stays longer is there to stay.
 */
const ERASING_MS = 1000;

/** What each source says of one agent now. */
export class SignalStore {
  private readonly signals = new Map<SignalSource, Signal>();
  private unreadSince: number | undefined;
  /** Nothing that was so until then counts any more. */
  private outdatedAt = -Infinity;
  private takenBackAt = -Infinity;
  /** When the screen was last seen to show what its signal says. */
  screenSeenAt = -Infinity;
  /** Whether the screen told something when it was last looked at. */
  screenTells = false;

  /** One of each source at most, the strongest first. */
  list(): readonly Signal[] {
    return SIGNAL_SOURCES.flatMap((source) => this.signals.get(source) ?? []);
  }

  has(source: SignalSource): boolean {
    return this.signals.has(source);
  }

  /**
   * What a source says from now on, which is nothing where `signal` is undefined; `at` is when it
   * said so, which counts where it takes back a report.
   */
  tell(source: SignalSource, signal: Signal | undefined, at: number): void {
    if (!signal && source === 'program') {
      this.withdrawReport(at);
    } else if (!signal) {
      this.withdraw(source);
    } else if (source === 'program' || source === 'hook') {
      this.hear(signal);
    } else if (!this.isOutdated(signal)) {
      this.see(signal);
    }
  }

  withdraw(source: SignalSource): void {
    this.signals.delete(source);
  }

  /** An event or a report counts from when it came, though it says the same again. */
  hear(signal: Signal): void {
    this.signals.set(signal.source, signal);
  }

  /**
   * Whether a dialog on a screen last written to at `drawnAt` may be one that the program is about
   * to erase. A clock that was set back tells no age.
   */
  isBeingErased(drawnAt: number | null, now: number): boolean {
    const ageMs = now - this.takenBackAt;
    return (drawnAt ?? 0) <= this.takenBackAt && ageMs >= 0 && ageMs < ERASING_MS;
  }

  /** Whether the screen, when it was last looked at, told something that is no dialog. */
  get showsInput(): boolean {
    return this.screenTells && this.signals.get('screen')?.state.kind !== 'needsInput';
  }

  /** The screen was looked at: a picker leaves all as it was, what nobody can read does for a while. */
  seeScreen(reading: ScreenReading | 'skip' | undefined, at: number): void {
    this.screenTells = typeof reading === 'object';
    if (typeof reading === 'object') {
      const { state, ruleId, seen } = reading;
      this.see({ source: 'screen', state, ruleId, reason: `its screen shows "${seen}"`, at });
      this.screenSeenAt = at;
    }
    this.unreadSince = reading === undefined ? (this.unreadSince ?? at) : undefined;
    this.forgetUnread(at);
  }

  /** Nothing was written since it was looked at: it shows the same. */
  seeSameScreen(at: number): void {
    if (this.screenTells) {
      this.screenSeenAt = at;
    }
    this.forgetUnread(at);
  }

  /** When what the screen said last counts no more, if nobody can read it then still. */
  get forgetsAt(): number | undefined {
    return this.unreadSince !== undefined && this.has('screen')
      ? this.unreadSince + UNREAD_MS
      : undefined;
  }

  /** What the program's report was newer than is not true again because it takes that back. */
  private withdrawReport(at: number): void {
    const report = this.signals.get('program');
    this.takenBackAt = report ? at : this.takenBackAt;
    this.outdatedAt = report?.at ?? this.outdatedAt;
    const older = this.list().filter((signal) => this.isOutdated(signal));
    older.forEach(({ source }) => this.withdraw(source));
    // What it drew it may have drawn before what it reported last, and it draws no more.
    this.withdraw('screen');
    this.screenTells = false;
  }

  private isOutdated({ at }: Signal): boolean {
    return at <= this.outdatedAt;
  }

  private forgetUnread(at: number): void {
    if (this.forgetsAt !== undefined && at >= this.forgetsAt) {
      this.withdraw('screen');
    }
  }

  /** What is looked at again and again counts from when it began to say so. */
  private see(signal: Signal): void {
    const before = this.signals.get(signal.source);
    const goesOn = before && isDeepStrictEqual(before.state, signal.state);
    this.signals.set(signal.source, goesOn ? { ...signal, at: before.at } : signal);
  }
}
