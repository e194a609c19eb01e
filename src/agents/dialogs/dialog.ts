import {
  isLikely,
  requestOf,
  type Activity,
  type ActivityState,
  type Need,
  type ShownRequest,
} from '../../status/activity';
import type { StatusExplanation } from '../../status/statusService';
import { readMenu } from './answerMenu';

/** A question of an agent, as its screen shows it at one moment. */
export interface Dialog {
  readonly need: Need;
  readonly ruleId: string;
  /** The text of the question on one line; undefined if the status rule finds none. */
  readonly question: string | undefined;
  readonly request: ShownRequest;
  readonly screen: readonly string[];
  /** See `VisibleScreen.output`. */
  readonly output: number | undefined;
  /** Whether a rule matches this screen. If not, the dialog was read from an earlier one. */
  readonly isCurrent: boolean;
}

/**
 * How many rows above the options of a dialog without a whole request are compared, because two
 * dialogs may ask in the same words.
 */
const SUBJECT_ROWS = 10;

/** Text above an open dialog that changes by itself: times and spinners. */
const CHANGING = /\d+\s*[smh]\b|[^\p{L}\p{N}]+/gu;

/** The dialog that a screen shows; undefined if no status rule finds one, or only a likely one. */
export function readDialog({
  signals,
  screen,
  output,
  matchesScreen,
}: StatusExplanation): Dialog | undefined {
  const shown = signals.find(({ source }) => source === 'screen');
  if (shown?.state.kind !== 'needsInput' || isLikely(shown.state)) {
    return undefined;
  }
  const { need, question } = shown.state;
  const request = requestOf(shown.state);
  const { ruleId } = shown;
  return { need, ruleId, question, request, screen, output, isCurrent: matchesScreen };
}

/**
 * Whether `dialog` is the question of the status `known`, which the person saw. `now` is the current
 * status. A question whose text becomes known later is the same question, and so is a reported one
 * whose dialog is read later.
 */
export function isExpectedDialog(dialog: Dialog, known: Activity, now: Activity): boolean {
  const question = questionOf(known);
  if (known.source === 'screen') {
    return known.ruleId === dialog.ruleId && isSameText(question, dialog.question);
  }
  if (now.state.kind !== 'needsInput') {
    return false;
  }
  const isSameStart = now.since === known.since;
  return hasReadDialog(known)
    ? isSameText(question, dialog.question)
    : isSameStart || (question !== undefined && question === questionOf(now));
}

function hasReadDialog({ state }: Activity): boolean {
  return state.kind === 'needsInput' && state.request !== undefined;
}

function isSameText(known: string | undefined, current: string | undefined): boolean {
  return known === undefined || known === current;
}

/** Whether two readings of the screen show the same dialog. The marked option may differ. */
export function isSameDialog(one: Dialog, other: Dialog): boolean {
  return isSameQuestion(one, other) && subjectOf(one) === subjectOf(other);
}

/** Whether two dialogs ask the same. Their options may differ, such as one that has got a text. */
export function isSameQuestion(one: Dialog, other: Dialog): boolean {
  return one.ruleId === other.ruleId && one.question === other.question;
}

/** The question in quotes, or a phrase if its text is not known. */
export function formatQuestion(question: string | undefined): string {
  return question === undefined ? 'something that its terminal shows' : `"${question}"`;
}

/** `asks "May I?"`, or `may ask "May I?"`. `shown` is used if the state has no text. */
export function describeAsking(state: ActivityState, shown?: string): string {
  const question = state.kind === 'needsInput' ? state.question : undefined;
  return `${isLikely(state) ? 'may ask' : 'asks'} ${formatQuestion(question ?? shown)}`;
}

/** The text of the open question; undefined if none is open or its text is not known. */
export function questionOf({ state }: Activity): string | undefined {
  return state.kind === 'needsInput' ? state.question : undefined;
}

/** The request of a dialog, or else the text above its options; and the labels of the options. */
function subjectOf({ request, screen }: Dialog): string {
  const menu = readMenu(screen);
  const labels = menu.map(({ label }) => label);
  if (request.kind === 'whole') {
    return [request.text, ...labels].join('\n');
  }
  const [first] = menu;
  const top = first ? screen.findLastIndex((row) => row.includes(first.label)) : screen.length;
  const above = screen.slice(Math.max(0, top - SUBJECT_ROWS), top);
  return [...above, ...labels].map((row) => row.replace(CHANGING, ' ').trim()).join('\n');
}
