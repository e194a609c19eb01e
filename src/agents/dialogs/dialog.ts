import type { Activity, Need } from '../../status/activity';
import type { StatusExplanation } from '../../status/statusService';
import { readMenu } from './answerMenu';

/** A question of an agent, as its screen shows it at one moment. */
export interface Dialog {
  readonly need: Need;
  readonly ruleId: string;
  /** The text of the question on one line; undefined if the status rule finds none. */
  readonly question: string | undefined;
  readonly screen: readonly string[];
}

/** How many rows above the options are compared, because two dialogs may ask in the same words. */
const SUBJECT_ROWS = 10;

/** Text above an open dialog that changes by itself: times and spinners. */
const CHANGING = /\d+\s*[smh]\b|[^\p{L}\p{N}]+/gu;

/** The dialog that a screen shows; undefined if no status rule finds one. */
export function readDialog({ signals, screen }: StatusExplanation): Dialog | undefined {
  const shown = signals.find(({ source }) => source === 'screen');
  if (shown?.state.kind !== 'needsInput') {
    return undefined;
  }
  const { need, question } = shown.state;
  return { need, ruleId: shown.ruleId, question, screen };
}

/**
 * Whether `dialog` is the question of the status `known`, which the person saw. `now` is the current
 * status. A question whose text becomes known later is the same question.
 */
export function isExpectedDialog(dialog: Dialog, known: Activity, now: Activity): boolean {
  if (known.source === 'screen') {
    return known.ruleId === dialog.ruleId && isSameText(questionOf(known), dialog.question);
  }
  const isSame = now.since === known.since || questionOf(known) !== undefined;
  return (
    now.state.kind === 'needsInput' && isSame && isSameText(questionOf(known), questionOf(now))
  );
}

function isSameText(known: string | undefined, current: string | undefined): boolean {
  return known === undefined || known === current;
}

/** Whether two readings of the screen show the same dialog. The marked option may differ. */
export function isSameDialog(one: Dialog, other: Dialog): boolean {
  return (
    one.ruleId === other.ruleId &&
    one.question === other.question &&
    subjectOf(one.screen) === subjectOf(other.screen)
  );
}

/** The question in quotes, or a phrase if its text is not known. */
export function formatQuestion(question: string | undefined): string {
  return question === undefined ? 'something that its terminal shows' : `"${question}"`;
}

/** The text of the open question; undefined if none is open or its text is not known. */
export function questionOf({ state }: Activity): string | undefined {
  return state.kind === 'needsInput' ? state.question : undefined;
}

/** The text above the options of a dialog, and the labels of the options. */
function subjectOf(screen: readonly string[]): string {
  const menu = readMenu(screen);
  const [first] = menu;
  const top = first ? screen.findLastIndex((row) => row.includes(first.label)) : screen.length;
  const above = screen.slice(Math.max(0, top - SUBJECT_ROWS), top);
  const labels = menu.map(({ label }) => label);
  return [...above, ...labels].map((row) => row.replace(CHANGING, ' ').trim()).join('\n');
}
