import type { Activity, ActivityState, Signal } from './activity';
import { chooseSignal, type StatusSignals } from './chooseSignal';
import { classOf, type StateClass } from './stateClass';

export interface ArbiterInput extends StatusSignals {
  readonly previous: Activity;
  /** Since when it has been at its turn, questions included; that of `previous` where it is at none. */
  readonly busySince: number;
  /** When the person last looked at the session; -Infinity if never. */
  readonly seenAt: number;
  /** When the person last typed in it. */
  readonly lastInputAt: number | null;
}

export interface Verdict {
  readonly activity: Activity;
  /** When to look at the screen and ask again, though nothing is said meanwhile; undefined if never. */
  readonly recheckAt: number | undefined;
  /** A clause for each source that is not believed. */
  readonly overruled: readonly string[];
}

/** What no source has reported anything of. */
export const UNKNOWN_ACTIVITY: Activity = {
  state: { kind: 'unknown' },
  source: undefined,
  ruleId: undefined,
  reason: 'no source has reported anything',
  since: 0,
};

/** How long what a screen or title says has to last to end work or a question; milliseconds. */
const CONFIRM_MS = {
  working: 0,
  needsInput: 300,
  rest: 1000,
  unknown: 0,
} as const satisfies Record<StateClass, number>;

/** A key so shortly before an end has made it: the person saw it. Reports tell such an end from others themselves. */
const STOPPED_MS = 2000;

/** Less than this is no work that anybody waits for, unless the agent says that it is done. */
const SHORTEST_WORK_MS = 1000;

/** Signals of one event come so far apart, at most. */
const SAME_EVENT_MS = 2000;

/** What the agent does, of all that is said of it and what it did before. */
export function arbitrate(input: ArbiterInput): Verdict {
  const { previous, now } = input;
  const { signal, recheckAt, overruled } = chooseSignal(input);
  if (!signal) {
    const activity =
      previous.state.kind === 'unknown' ? previous : { ...UNKNOWN_ACTIVITY, since: now };
    return { activity, recheckAt, overruled };
  }
  const confirmedAt = findConfirmation(signal, input);
  if (confirmedAt !== undefined) {
    return { activity: previous, recheckAt: earlier(confirmedAt, recheckAt), overruled };
  }
  const teller = moreExact(signal, input);
  const state = settle(teller, input);
  const { source, ruleId, reason } = teller;
  const isOld = isSame(previous.state, state) || isReworded(previous, teller, state);
  const since = isOld ? previous.since : Math.min(Math.max(signal.at, previous.since), now);
  return { activity: { state, source, ruleId, reason, since }, recheckAt, overruled };
}

/** When a signal that would end work or a question is sure enough; undefined if it is now. */
function findConfirmation(
  signal: Signal,
  { previous, screenSeenAt, now }: ArbiterInput,
): number | undefined {
  const before = classOf(previous.state);
  const isStrong = !['title', 'progress', 'screen'].includes(signal.source);
  const isEnd =
    (before === 'working' || before === 'needsInput') && before !== classOf(signal.state);
  if (isStrong || !isEnd) {
    return undefined;
  }
  const sureAt = signal.at + CONFIRM_MS[classOf(signal.state)];
  return sureAt <= (signal.source === 'screen' ? screenSeenAt : now) ? undefined : sureAt;
}

/** Of those that say that it rests: who says why. */
function moreExact(signal: Signal, input: ArbiterInput): Signal {
  if (classOf(signal.state) !== 'rest' || signal.source === 'process') {
    return signal;
  }
  const others = ofSameEvent(signal, input);
  return (
    [signal, ...others].find(({ state }) => state.kind === 'limited') ??
    [signal, ...others].find(({ state }) => state.kind === 'failed') ??
    signal
  );
}

/** What others say of what `signal` tells, strongest first. */
function ofSameEvent(signal: Signal, { signals, screenSeenAt }: ArbiterInput): readonly Signal[] {
  return signals.filter(
    (other) =>
      other !== signal &&
      classOf(other.state) === classOf(signal.state) &&
      (other.source === 'screen' ? screenSeenAt : other.at + SAME_EVENT_MS) >= signal.at,
  );
}

function settle(signal: Signal, input: ArbiterInput): ActivityState {
  const { state } = signal;
  switch (state.kind) {
    case 'needsInput':
      return withScreenWords(signal, state, input);
    case 'done':
    case 'idle':
      return { kind: isUnseenEnd(signal, input) ? 'done' : 'idle' };
    case 'working':
    case 'limited':
    case 'failed':
    case 'unknown':
      return state;
  }
}

/** The dialog on the screen says best what kind it is; its words stand in where there are no others. */
function withScreenWords(
  signal: Signal,
  state: Extract<ActivityState, { kind: 'needsInput' }>,
  input: ArbiterInput,
): ActivityState {
  const others = ofSameEvent(signal, input).flatMap(({ source, state: said }) =>
    said.kind === 'needsInput' ? [{ source, ...said }] : [],
  );
  const shown = others.find(({ source }) => source === 'screen');
  const worded = others.find(({ question }) => question !== undefined);
  return {
    kind: 'needsInput',
    need: shown?.need ?? state.need,
    question: state.question ?? worded?.question,
  };
}

/** Whether it has finished, and the person has not looked since. */
function isUnseenEnd(signal: Signal, input: ArbiterInput): boolean {
  const { previous, busySince, seenAt, lastInputAt } = input;
  const typedAt = lastInputAt ?? -Infinity;
  const saysDone = [signal, ...ofSameEvent(signal, input)].some(
    ({ state, at }) => state.kind === 'done' && at >= previous.since,
  );
  switch (previous.state.kind) {
    case 'done':
      return previous.since > Math.max(seenAt, typedAt);
    case 'working':
    case 'needsInput': {
      const worked = signal.at - busySince >= SHORTEST_WORK_MS;
      const wasStopped = signal.at - typedAt <= STOPPED_MS || signal.source === 'program';
      return signal.at > seenAt && (saysDone || (worked && !wasStopped));
    }
    case 'idle':
    case 'unknown':
    case 'limited':
    case 'failed':
      return saysDone && signal.at > Math.max(seenAt, previous.since);
  }
}

/** A question that gets its words later is the same. */
function isSame(one: ActivityState, other: ActivityState): boolean {
  if (one.kind === 'needsInput' && other.kind === 'needsInput') {
    const sameWords = one.question === undefined || one.question === other.question;
    return sameWords && one.need === other.need;
  }
  return one.kind === other.kind;
}

/** Each source has words of its own for one question: a stronger one comes later, or lends its words. */
function isReworded(previous: Activity, teller: Signal, state: ActivityState): boolean {
  const isNews = teller.at > previous.since;
  const isOther = teller.source !== previous.source;
  const isSameEvent = !isNews || (isOther && teller.at - previous.since < SAME_EVENT_MS);
  return previous.state.kind === 'needsInput' && state.kind === 'needsInput' && isSameEvent;
}

function earlier(one: number, other: number | undefined): number {
  return Math.min(one, other ?? one);
}
