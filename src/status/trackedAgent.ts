import { isDeepStrictEqual } from 'node:util';
import type { SessionInfo, VisibleScreen } from '../pty/sessionService';
import type { Activity } from './activity';
import { arbitrate, UNKNOWN_ACTIVITY, type Verdict } from './arbiter';
import { OutputMark } from './sources/outputMark';
import { readProcess } from './sources/processSignal';
import { classOf } from './stateClass';
import { SignalStore } from './signalStore';
import type { StatusExplanation } from './statusService';

/** What is known of the agent of one session, for as long as that session lives. */
export class TrackedAgent {
  readonly signals = new SignalStore();
  /** Up to where its screen was looked at. */
  readonly output = new OutputMark();
  activity = UNKNOWN_ACTIVITY;
  overruled: readonly string[] = [];
  /** When the person last looked at the session. */
  seenAt = -Infinity;
  /** The session's state when it was last heard of. */
  sessionState: SessionInfo['state'] = 'creating';
  /** As it was last looked at; undefined before the first time. */
  screen: VisibleScreen | undefined;
  /** Whether it works, or rests from work; not from its start or a dialog. */
  hasWorked = false;
  private busySince = 0;

  constructor(readonly life: number) {}

  /** What the session's process says: it counts from when its end was first seen. */
  notice(session: SessionInfo, now: number): void {
    const end = readProcess(session, now);
    if (!end) {
      this.signals.withdraw('process');
    } else if (!this.signals.has('process')) {
      this.signals.hear(end);
    }
  }

  /** Whether an agent may run: its end is the last that was heard. */
  get hasEnded(): boolean {
    return this.signals.has('process') && this.activity.source === 'process';
  }

  /** Weighs anew what is said; gives the verdict, and whether the agent does something else now. */
  decide(now: number, lastInputAt: number | null): Verdict & { readonly hasChanged: boolean } {
    const verdict = arbitrate({
      signals: this.signals.list(),
      screenSeenAt: this.signals.screenSeenAt,
      previous: this.activity,
      busySince: this.busySince,
      seenAt: this.seenAt,
      lastInputAt,
      now,
    });
    const before = this.activity;
    this.activity = verdict.activity;
    if (!isBusy(before)) {
      this.busySince = verdict.activity.since;
    }
    this.overruled = verdict.overruled;
    const does = classOf(verdict.activity.state);
    this.hasWorked = does === 'rest' ? this.hasWorked : does === 'working';
    return { ...verdict, hasChanged: !isDeepStrictEqual(before.state, verdict.activity.state) };
  }

  /** What is known now, and who was not believed. */
  explain(): Pick<StatusExplanation, 'activity' | 'overruled' | 'screen' | 'signals'> {
    const { activity, overruled, screen, signals } = this;
    return { activity, overruled, screen: screen?.rows ?? [], signals: signals.list() };
  }
}

function isBusy({ state }: Activity): boolean {
  return state.kind === 'working' || state.kind === 'needsInput';
}
