import type { Quiet } from '../providers/model/engineFacts';
import type { Activity, SignalSource } from '../status/activity';
import type { AskEnd } from './driver';

/** What is known of a turn at one moment. */
export interface TurnView {
  /** Milliseconds since 1970, as all its times. */
  readonly now: number;
  readonly activity: Activity;
  /** Whether the agent was seen to work, or to have worked, since the prompt was typed. */
  readonly hasBegun: boolean;
  readonly submittedAt: number;
  readonly lastOutputAt: number;
  /** Whether its transcript tells that the turn is over; undefined where none does. */
  readonly isWritten: boolean | undefined;
  /** What a look shows; undefined where nobody has looked. */
  readonly look: TurnLook | undefined;
}

export interface TurnLook {
  /** Whether the screen shows that the agent works, or asks something. */
  readonly isBusy: boolean;
  /** Whether anything of an answer is there. */
  readonly isSeen: boolean;
  /** Whether the prompt stands in the agent's input still. */
  readonly isHeld: boolean;
  /** Whether what there is ends in its middle. */
  readonly isUnfinished: boolean;
  /** Whether its transcript tells that the prompt could not be answered. */
  readonly hasFailed: boolean;
}

export type TurnVerdict =
  | { readonly kind: 'running'; readonly recheckMs: number }
  /** It may be at its end: somebody has to look. */
  | { readonly kind: 'look' }
  | { readonly kind: 'whole'; readonly endedBy: AskEnd }
  | { readonly kind: 'failed' }
  /** The prompt was taken, and nothing has come of it. */
  | { readonly kind: 'stalled' }
  | { readonly kind: 'blocked' };

/** Between two looks, where no event tells when to look again. */
const RECHECK_MS = 150;

/** The same where its end was told just now: the frame that shows it is drawn a moment later. */
const DRAWING = { withinMs: 1000, recheckMs: 30 } as const;

/** While it works: its end is told by an event. */
const WORKING_MS = 1000;

/** Between two looks at a transcript that tells the end sooner than the terminal. */
const WRITTEN_MS = 250;

/** How long its question may take to get its words. */
const QUESTION_MS = 500;

/** Nobody tells these: they are read off its terminal. */
const WEAK: readonly SignalSource[] = ['title', 'progress', 'screen'];

/** Whether a turn has come to its end. */
export function judgeTurn(view: TurnView, quiet: Quiet): TurnVerdict {
  const { state, since } = view.activity;
  switch (state.kind) {
    case 'working':
      return judgeWritten(view, WORKING_MS);
    case 'needsInput': {
      const isTold = state.question !== undefined || view.now - since >= QUESTION_MS;
      return isTold ? { kind: 'blocked' } : { kind: 'running', recheckMs: RECHECK_MS };
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

/** Whether somebody tells what the agent does, and it is not merely read off its terminal. */
export function isTold({ source }: Activity): boolean {
  return source !== undefined && source !== 'process' && !WEAK.includes(source);
}

/** One of which only the terminal tells may have written its end down before that shows it. */
function judgeWritten(view: TurnView, recheckMs: number): TurnVerdict {
  const { isWritten, look } = view;
  if (isWritten === undefined || isTold(view.activity)) {
    return { kind: 'running', recheckMs };
  }
  if (isWritten && !look) {
    return { kind: 'look' };
  }
  return isWritten && look?.isBusy === false
    ? { kind: 'whole', endedBy: 'transcript' }
    : { kind: 'running', recheckMs: Math.min(recheckMs, WRITTEN_MS) };
}

function judgeRest(view: TurnView, quiet: Quiet): TurnVerdict {
  const { waitMs, restedMs, endedBy } = measure(view, quiet);
  if (restedMs < waitMs) {
    return judgeWritten(view, waitMs - restedMs);
  }
  const { look } = view;
  if (!look) {
    return { kind: 'look' };
  }
  if (look.isBusy) {
    const recheckMs = restedMs < DRAWING.withinMs ? DRAWING.recheckMs : RECHECK_MS;
    return { kind: 'running', recheckMs };
  }
  const unseenMs = look.isSeen ? waitMs : Math.max(waitMs, quiet.shownMs) * quiet.unseenFactor;
  const dueMs = look.isUnfinished ? unseenMs * quiet.unfinishedFactor : unseenMs;
  if (restedMs < dueMs) {
    return { kind: 'running', recheckMs: Math.min(dueMs - restedMs, quiet.shownMs) };
  }
  if (look.hasFailed) {
    return { kind: 'failed' };
  }
  const isAnswered = look.isSeen || view.hasBegun;
  return isAnswered && !look.isHeld ? { kind: 'whole', endedBy } : { kind: 'stalled' };
}

interface Measure {
  /** How long it has to be at rest at the least. */
  readonly waitMs: number;
  readonly restedMs: number;
  readonly endedBy: AskEnd;
}

/** What is known of its rest: by its own word, by its terminal, or by its silence alone. */
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
  return { waitMs: WEAK.includes(source) ? shownMs : 0, restedMs, endedBy: source };
}
