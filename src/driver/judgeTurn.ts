import type { Quiet } from '../providers/model/engineFacts';
import type { Activity, SignalSource } from '../status/activity';
import type { AskEnd } from './driver';

export interface TurnView {
  /** Milliseconds since 1970, like all times here. */
  readonly now: number;
  readonly activity: Activity;
  readonly hasBegun: boolean;
  readonly submittedAt: number;
  readonly lastOutputAt: number;
  /** Whether the transcript records the end of the turn; undefined if the CLI does not write it. */
  readonly isWritten: boolean | undefined;
  /** The result of an inspection; undefined before one. */
  readonly inspection: TurnInspection | undefined;
}

export interface TurnInspection {
  /** Whether the screen shows that the agent works or asks a question. */
  readonly isBusy: boolean;
  readonly isSeen: boolean;
  readonly isHeld: boolean;
  readonly isUnfinished: boolean;
  readonly hasFailed: boolean;
}

export type TurnVerdict =
  | { readonly kind: 'running'; readonly recheckMs: number }
  /** The turn may have ended: an inspection is needed. */
  | { readonly kind: 'inspect' }
  | { readonly kind: 'complete'; readonly endedBy: AskEnd }
  | { readonly kind: 'failed' }
  /** The prompt was submitted, but no answer follows. */
  | { readonly kind: 'stalled' }
  | { readonly kind: 'blocked' };

/** Interval between two checks without an event, in milliseconds. */
const RECHECK_MS = 150;

/**
 * Shorter interval just after the end was reported: the frame that shows it is drawn a moment
 * later.
 */
const DRAWING = { withinMs: 1000, recheckMs: 30 } as const;

/** Interval while the agent works, in milliseconds; an event reports the end. */
const WORKING_MS = 1000;

/**
 * Interval between two reads of a transcript that may record the end earlier than the terminal
 * shows it, in milliseconds.
 */
const TRANSCRIPT_MS = 250;

/**
 * How long an agent on a busy machine may take to read the Enter after a prompt, in milliseconds. Until then
 * its input shows the prompt.
 */
const HELD_MS = 20_000;

/** How long to wait for the text of a question, in milliseconds. */
const QUESTION_MS = 500;

/** Sources that read the agent's terminal. They are weaker than its own reports. */
const TERMINAL_SOURCES: readonly SignalSource[] = ['title', 'progress', 'screen'];

export function judgeTurn(view: TurnView, quiet: Quiet): TurnVerdict {
  const { state, since } = view.activity;
  switch (state.kind) {
    case 'working':
      return judgeWritten(view, WORKING_MS);
    case 'needsInput': {
      const hasQuestion = state.question !== undefined || view.now - since >= QUESTION_MS;
      return hasQuestion ? { kind: 'blocked' } : { kind: 'running', recheckMs: RECHECK_MS };
    }
    case 'failed':
    case 'limited':
      return view.hasBegun ? { kind: 'failed' } : judgeRest(view, quiet);
    case 'done':
    case 'idle':
    case 'unknown':
      return judgeRest(view, quiet);
  }
}

/** Whether the agent itself reports its activity, so that it is not only read from its terminal. */
export function isReported({ source }: Activity): boolean {
  return source !== undefined && source !== 'process' && !TERMINAL_SOURCES.includes(source);
}

/**
 * Uses the transcript's end of turn if the activity is only read from the terminal, which may show
 * the end later.
 */
function judgeWritten(view: TurnView, recheckMs: number): TurnVerdict {
  const { isWritten, inspection } = view;
  if (isWritten === undefined || isReported(view.activity)) {
    return { kind: 'running', recheckMs };
  }
  if (isWritten && !inspection) {
    return { kind: 'inspect' };
  }
  return isWritten && inspection?.isBusy === false
    ? { kind: 'complete', endedBy: 'transcript' }
    : { kind: 'running', recheckMs: Math.min(recheckMs, TRANSCRIPT_MS) };
}

function judgeRest(view: TurnView, quiet: Quiet): TurnVerdict {
  const { waitMs, restedMs, endedBy } = measure(view, quiet);
  if (restedMs < waitMs) {
    return judgeWritten(view, waitMs - restedMs);
  }
  const { inspection } = view;
  if (!inspection) {
    return { kind: 'inspect' };
  }
  if (inspection.isBusy) {
    const recheckMs = restedMs < DRAWING.withinMs ? DRAWING.recheckMs : RECHECK_MS;
    return { kind: 'running', recheckMs };
  }
  const unseenMs = inspection.isSeen
    ? waitMs
    : Math.max(waitMs, quiet.shownMs) * quiet.unseenFactor;
  const unreadMs = inspection.isHeld && !view.hasBegun ? HELD_MS : 0;
  const dueMs = Math.max(
    inspection.isUnfinished ? unseenMs * quiet.unfinishedFactor : unseenMs,
    unreadMs,
  );
  if (restedMs < dueMs) {
    return { kind: 'running', recheckMs: Math.min(dueMs - restedMs, quiet.shownMs) };
  }
  if (inspection.hasFailed) {
    return { kind: 'failed' };
  }
  const isAnswered = inspection.isSeen || view.hasBegun;
  return isAnswered && !inspection.isHeld ? { kind: 'complete', endedBy } : { kind: 'stalled' };
}

interface Measure {
  readonly waitMs: number;
  readonly restedMs: number;
  readonly endedBy: AskEnd;
}

function measure(view: TurnView, { shownMs, silentMs }: Quiet): Measure {
  const { activity, hasBegun, now } = view;
  const { source } = activity;
  const silentSince = Math.max(view.submittedAt, view.lastOutputAt);
  if (source === undefined || source === 'process' || activity.state.kind === 'unknown') {
    return { waitMs: silentMs, restedMs: now - silentSince, endedBy: 'silence' };
  }
  if (!hasBegun) {
    return { waitMs: shownMs, restedMs: now - silentSince, endedBy: source };
  }
  const restedMs = now - Math.max(activity.since, view.submittedAt);
  return { waitMs: TERMINAL_SOURCES.includes(source) ? shownMs : 0, restedMs, endedBy: source };
}
