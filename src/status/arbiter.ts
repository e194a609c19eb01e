import {
  isLikely,
  isWordless,
  type Activity,
  type ActivityState,
  type NeedsInput,
  type ShownRequest,
  type Signal,
  classOf,
  type StateClass,
} from './activity';
import { chooseSignal, type StatusSignals, type UnreadScreen } from './chooseSignal';

export interface ArbiterInput extends StatusSignals {
  readonly previous: Activity;
  /** The screen, if no rule recognises it. */
  readonly unread?: UnreadScreen | undefined;
  /** The time of the signal that decided `previous`; undefined if none did. */
  readonly reportedAt: number | undefined;
  /**
   * Since when the agent has been working on its turn, questions included; if it rests, when its
   * previous activity began.
   */
  readonly busySince: number;
  /** When the person last looked at the session; -Infinity if never. */
  readonly seenAt: number;
}

export interface Verdict {
  readonly activity: Activity;
  /** The time of the signal that decided; undefined if none did. */
  readonly reportedAt: number | undefined;
  /** When to read the screen and decide again even if no new signal arrives; undefined: never. */
  readonly recheckAt: number | undefined;
  /** A clause for each source that was overruled. */
  readonly overruled: readonly string[];
}

/** The activity while no source has reported anything. */
export const UNKNOWN_ACTIVITY: Activity = {
  state: { kind: 'unknown' },
  source: undefined,
  ruleId: undefined,
  reason: 'no source has reported anything',
  since: 0,
};

/**
 * How long a signal of the screen, title or progress must last before it ends work or a question;
 * milliseconds.
 */
const CONFIRM_MS = {
  working: 0,
  needsInput: 300,
  rest: 1000,
  unknown: 0,
} as const satisfies Record<StateClass, number>;

/** How long a report of the end just after a key must be kept; milliseconds. */
const KEPT_MS = 200;

/**
 * How long the end of a turn waits for the screen that shows work in the background; milliseconds. Longer than
 * the screen must contradict a hook.
 */
const TURN_DRAWN_MS = 700;

/** How long a reported question waits for its words, which the screen shows; milliseconds. */
const WORDLESS_MS = 500;

/** How long the screen must show a likely question before it counts; milliseconds. */
const LIKELY_MS = 1000;

/**
 * If the person pressed a key this shortly before the end, the key caused it, so the person saw it.
 * Programs report such an end differently from others themselves.
 */
const STOPPED_MS = 2000;

/** Work shorter than this is not announced as done, unless the agent reports that it is done. */
const SHORTEST_WORK_MS = 1000;

/** The longest time between the signals of one event. */
const SAME_EVENT_MS = 2000;

/** Decides what the agent does, from all signals and its previous activity. */
export function arbitrate(input: ArbiterInput): Verdict {
  const { previous, now } = input;
  const { signal, recheckAt, overruled } = chooseSignal(input);
  if (!signal) {
    const activity =
      previous.state.kind === 'unknown' ? previous : { ...UNKNOWN_ACTIVITY, since: now };
    return { activity, reportedAt: undefined, recheckAt, overruled };
  }
  const confirmedAt = findConfirmation(signal, input);
  if (confirmedAt !== undefined) {
    const { reportedAt } = input;
    const nextAt = earlier(confirmedAt, recheckAt);
    return { activity: previous, reportedAt, recheckAt: nextAt, overruled };
  }
  const reporter = mostExact(signal, input);
  const state = settle(reporter, input);
  const { source, ruleId, reason } = reporter;
  const isUnchanged = isSame(previous.state, state) || isReworded(input, reporter, state);
  const since = isUnchanged ? previous.since : Math.min(Math.max(signal.at, previous.since), now);
  const activity = { state, source, ruleId, reason, since };
  return { activity, reportedAt: reporter.at, recheckAt, overruled };
}

/**
 * When a signal is confirmed that would end work or a question, or is a likely question; undefined if
 * it is confirmed now, or needs no confirmation.
 */
function findConfirmation(signal: Signal, input: ArbiterInput): number | undefined {
  const { previous, screenSeenAt, now } = input;
  const before = classOf(previous.state);
  const isStrong = !['title', 'progress', 'screen'].includes(signal.source);
  const isEnd =
    (before === 'working' || before === 'needsInput') && before !== classOf(signal.state);
  const isGuess = isLikely(signal.state) && before !== 'needsInput';
  if (isWordless(signal.state) && isWordless(settle(signal, input)) && before !== 'needsInput') {
    const wordsAt = signal.at + WORDLESS_MS;
    return wordsAt <= now ? undefined : wordsAt;
  }
  if (isReportAfterKey(signal, input)) {
    const keptAt = signal.at + KEPT_MS;
    return keptAt <= now ? undefined : keptAt;
  }
  if (signal.only === 'turn' && before === 'working') {
    const drawnAt = signal.at + TURN_DRAWN_MS;
    return drawnAt <= now ? undefined : drawnAt;
  }
  if (isStrong || !(isEnd || isGuess)) {
    return undefined;
  }
  const sureAt = signal.at + (isGuess ? LIKELY_MS : CONFIRM_MS[classOf(signal.state)]);
  return sureAt <= (signal.source === 'screen' ? screenSeenAt : now) ? undefined : sureAt;
}

/**
 * Whether the program reports the end of its work just after a key. With some keys it leaves its conversation, and then
 * withdraws the report at once.
 */
function isReportAfterKey(
  { source, state, at }: Signal,
  { lastInputAt, previous }: ArbiterInput,
): boolean {
  const wasTyped = at - (lastInputAt ?? -Infinity) <= STOPPED_MS;
  return (
    source === 'program' && state.kind === 'done' && previous.state.kind === 'working' && wasTyped
  );
}

/** Of the signals that report rest, the one that states a reason: a limit, then a failure. */
function mostExact(signal: Signal, input: ArbiterInput): Signal {
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

/** The other sources' signals of the same event, strongest first. */
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
    case 'limited':
    case 'failed':
      return withReason(state, ofSameEvent(signal, input));
    case 'working':
      return withBackground(signal, state, input);
    case 'unknown':
      return state;
  }
}

/** The state with the number of another source, if only that one has it. */
function withBackground(signal: Signal, state: ActivityState, input: ArbiterInput): ActivityState {
  const counted = [state, ...ofSameEvent(signal, input).map((other) => other.state)];
  return counted.find((one) => one.kind === 'working' && one.background !== undefined) ?? state;
}

/**
 * The dialog on the screen shows what an answer answers, so its kind and words replace those of
 * reports, which any child of the agent can send. Without it, or if it is only a likely one, the words
 * of another source are used if the signal has none.
 */
function withScreenWords(signal: Signal, state: NeedsInput, input: ArbiterInput): ActivityState {
  const others = ofSameEvent(signal, input).flatMap(({ source, state: other }) =>
    other.kind === 'needsInput' ? [{ source, ...other }] : [],
  );
  const shown = others.find(({ source, likely }) => source === 'screen' && !likely);
  const worded = others.find(({ question }) => question !== undefined);
  const { need, question, request, likely } = shown ?? state;
  return {
    kind: 'needsInput',
    need,
    question: question ?? state.question ?? worded?.question ?? wordsOfScreen(signal, input),
    ...(request && { request }),
    ...(likely && { likely }),
  };
}

/** The last rows of a screen that no rule recognises, for a question that was reported before. */
function wordsOfScreen({ state, at }: Signal, { unread }: ArbiterInput): string | undefined {
  return isWordless(state) && unread !== undefined && unread.at >= at ? unread.words : undefined;
}

/** The same state, or that of another source if only that one has its reason. */
function withReason(state: ActivityState, others: readonly Signal[]): ActivityState {
  const hasReason = (one: ActivityState): boolean =>
    (one.kind === 'failed' && one.error !== undefined) ||
    (one.kind === 'limited' && one.resets !== undefined);
  const worded = others.find((other) => other.state.kind === state.kind && hasReason(other.state));
  return hasReason(state) || !worded ? state : worded.state;
}

/** Whether the agent has finished, and the person has not looked since. */
function isUnseenEnd(signal: Signal, input: ArbiterInput): boolean {
  const { previous, busySince, seenAt, lastInputAt } = input;
  const typedAt = lastInputAt ?? -Infinity;
  const reportsDone = [signal, ...ofSameEvent(signal, input)].some(
    ({ state, at }) => state.kind === 'done' && at >= previous.since,
  );
  switch (previous.state.kind) {
    case 'done':
      return previous.since > Math.max(seenAt, typedAt);
    case 'working':
    case 'needsInput': {
      const worked = signal.at - busySince >= SHORTEST_WORK_MS;
      const wasStopped = signal.at - typedAt <= STOPPED_MS || signal.source === 'program';
      return signal.at > seenAt && (reportsDone || (worked && !wasStopped));
    }
    case 'idle':
    case 'unknown':
    case 'limited':
    case 'failed':
      return reportsDone && signal.at > Math.max(seenAt, previous.since);
  }
}

/** A question that gets its words, or the rows of its dialog, later counts as the same. */
function isSame(one: ActivityState, other: ActivityState): boolean {
  if (one.kind === 'needsInput' && other.kind === 'needsInput') {
    const sameWords = one.question === undefined || one.question === other.question;
    return sameWords && isSameRequest(one.request, other.request) && one.need === other.need;
  }
  return one.kind === other.kind;
}

/** White space depends on the width of the screen. */
function isSameRequest(one: ShownRequest | undefined, other: ShownRequest | undefined): boolean {
  const isKnown = one?.kind === 'whole' && other?.kind === 'whole';
  return !isKnown || one.text.replace(/\s/g, '') === other.text.replace(/\s/g, '');
}

/**
 * Sources word the same question differently: a stronger one may report later, or replace the
 * words. A hook can report a dialog after it was read from the screen, and the next read words it
 * again.
 */
function isReworded(
  { previous, reportedAt }: ArbiterInput,
  reporter: Signal,
  state: ActivityState,
): boolean {
  const isOtherSource = reporter.source !== previous.source;
  const isNewer = reporter.at > previous.since && (isOtherSource || reporter.at !== reportedAt);
  const isSameEvent = !isNewer || (isOtherSource && reporter.at - previous.since < SAME_EVENT_MS);
  return previous.state.kind === 'needsInput' && state.kind === 'needsInput' && isSameEvent;
}

function earlier(one: number, other: number | undefined): number {
  return Math.min(one, other ?? one);
}
