import { isDeepStrictEqual } from 'node:util';
import type { SessionInfo, VisibleScreen } from '../pty/sessionService';
import type { HookSupport } from '../providers/model/hookSupport';
import { type Activity, type Signal, classOf } from './activity';
import { arbitrate, UNKNOWN_ACTIVITY, type Verdict } from './arbiter';
import type { HookEvent } from './sources/hookEvent';
import { readConversationId, readHook } from './sources/hookSignal';
import { UnreadOutput } from './sources/unreadOutput';
import { readProcess } from './sources/processSignal';
import { SignalStore } from './signalStore';
import type { StatusExplanation } from './statusService';

/** How long after a key a page can be the one that it has opened; milliseconds. */
const OPENED_MS = 5000;

/** The state that the engine keeps for the agent of one session, as long as the session lives. */
export class TrackedAgent {
  readonly signals = new SignalStore();
  readonly output = new UnreadOutput();
  activity = UNKNOWN_ACTIVITY;
  overruled: readonly string[] = [];
  seenAt = -Infinity;
  sessionState: SessionInfo['state'] = 'creating';
  /** The screen at the last read; undefined before the first. */
  screen: VisibleScreen | undefined;
  /**
   * Whether the agent works, or rests after work; false if it rests since its start or a dialog.
   */
  hasWorked = false;
  private conversation: string | undefined;
  private busySince = 0;
  /** See {@link Verdict.reportedAt}. */
  private reportedAt: number | undefined;

  constructor(readonly generation: number) {}

  /** Records the state of the session's process. Its end counts from when it was first seen. */
  notice(session: SessionInfo, now: number): void {
    const end = readProcess(session, now);
    if (!end) {
      this.signals.withdraw('process');
    } else if (!this.signals.has('process')) {
      this.signals.record(end);
    }
  }

  /**
   * Whether a screen that is not recognised from `now` on may show a question. A page that the person opens comes
   * right after a key.
   */
  mayAsk({ lastInputAt }: Pick<SessionInfo, 'lastInputAt'>, now: number): boolean {
    return (
      this.activity.state.kind === 'working' ||
      !this.signals.wasRecognised ||
      now - (lastInputAt ?? -Infinity) > OPENED_MS
    );
  }

  /** The signal of a hook of this agent; undefined if it does not concern the session's status. */
  readHook(support: HookSupport, event: HookEvent): Signal | undefined {
    this.conversation = readConversationId(support, event) ?? this.conversation;
    return readHook(support, event, this.conversation);
  }

  /** Whether the agent has ended and nothing newer shows another one. */
  get hasEnded(): boolean {
    return this.signals.has('process') && this.activity.source === 'process';
  }

  /** Decides again from all signals. Returns the verdict, and whether the activity has changed. */
  decide(now: number, lastInputAt: number | null): Verdict & { readonly hasChanged: boolean } {
    const verdict = arbitrate({
      signals: this.signals.list(),
      screenSeenAt: this.signals.screenSeenAt,
      unread: this.signals.unread,
      previous: this.activity,
      reportedAt: this.reportedAt,
      busySince: this.busySince,
      seenAt: this.seenAt,
      lastInputAt,
      now,
    });
    const before = this.activity;
    this.activity = verdict.activity;
    this.reportedAt = verdict.reportedAt;
    if (!isBusy(before)) {
      this.busySince = verdict.activity.since;
    }
    this.overruled = verdict.overruled;
    const does = classOf(verdict.activity.state);
    this.hasWorked = does === 'rest' || does === 'unknown' ? this.hasWorked : does === 'working';
    return { ...verdict, hasChanged: !isDeepStrictEqual(before.state, verdict.activity.state) };
  }

  explain(): Pick<
    StatusExplanation,
    'activity' | 'matchesScreen' | 'output' | 'overruled' | 'screen' | 'signals'
  > {
    const { activity, overruled, screen, signals } = this;
    return {
      activity,
      overruled,
      screen: screen?.rows ?? [],
      output: screen?.output,
      matchesScreen: signals.screenHasReading,
      signals: signals.list(),
    };
  }
}

function isBusy({ state }: Activity): boolean {
  return state.kind === 'working' || state.kind === 'needsInput';
}
