import type { Activity, Need } from '../../status/activity';
import type { StatusExplanation } from '../../status/statusService';
import { readMenu } from './answerMenu';

/** What an agent asks, as its screen shows it at one moment. */
export interface Dialog {
  readonly need: Need;
  readonly ruleId: string;
  /** In one line; undefined where the rule finds none. */
  readonly question: string | undefined;
  readonly screen: readonly string[];
}

/** Rows above the options that tell one dialog from the next, which may ask in the same words. */
const SUBJECT_ROWS = 10;

/** What goes on above a dialog while nobody answers: seconds, spinners. */
const PASSING = /\d+\s*[smh]\b|[^\p{L}\p{N}]+/gu;

/** The dialog that a screen shows; undefined where none is known on it. */
export function readDialog({ signals, screen }: StatusExplanation): Dialog | undefined {
  const shown = signals.find(({ source }) => source === 'screen');
  if (shown?.state.kind !== 'needsInput') {
    return undefined;
  }
  const { need, question } = shown.state;
  return { need, ruleId: shown.ruleId, question, screen };
}

/**
 * Whether `dialog` is what somebody saw who was told `known` of the agent, of whom `now` is told.
 * A question that gets its words later is the same.
 */
export function isAskedBy(dialog: Dialog, known: Activity, now: Activity): boolean {
  if (known.source === 'screen') {
    return known.ruleId === dialog.ruleId && isSaidBy(questionOf(known), dialog.question);
  }
  const isStill = now.since === known.since || questionOf(known) !== undefined;
  return now.state.kind === 'needsInput' && isStill && isSaidBy(questionOf(known), questionOf(now));
}

function isSaidBy(known: string | undefined, words: string | undefined): boolean {
  return known === undefined || known === words;
}

/** Whether two looks saw one and the same dialog; which option is marked makes no difference. */
export function isSameDialog(one: Dialog, other: Dialog): boolean {
  return (
    one.ruleId === other.ruleId &&
    one.question === other.question &&
    subjectOf(one.screen) === subjectOf(other.screen)
  );
}

/** What an agent asks in quotes, or that it asks something. */
export function formatQuestion(question: string | undefined): string {
  return question === undefined ? 'something that its terminal shows' : `"${question}"`;
}

export function questionOf({ state }: Activity): string | undefined {
  return state.kind === 'needsInput' ? state.question : undefined;
}

/** The text above the options of a dialog, and those themselves. */
function subjectOf(screen: readonly string[]): string {
  const menu = readMenu(screen);
  const [first] = menu;
  const top = first ? screen.findLastIndex((row) => row.includes(first.label)) : screen.length;
  const above = screen.slice(Math.max(0, top - SUBJECT_ROWS), top);
  const labels = menu.map(({ label }) => label);
  return [...above, ...labels].map((row) => row.replace(PASSING, ' ').trim()).join('\n');
}
