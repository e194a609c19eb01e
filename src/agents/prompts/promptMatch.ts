import type { VisibleScreen } from '../../pty/sessionService';
import { withoutBlanks } from '../../base/text/withoutBlanks';
import type { Activity } from '../../status/activity';
import { readDraft } from './draft';

/** The screen and the status of a session at one moment. */
export interface AgentObservation {
  readonly screen: VisibleScreen;
  readonly activity: Activity;
}

/**
 * Whether the expected change has happened. `maybe`: the screen has changed, but not certainly in
 * the expected way. `other`: the input shows other text, and some agents replace typed text.
 * `refused`: the agent has put the cursor before the prompt and kept its text.
 */
export type Match = 'yes' | 'maybe' | 'other' | 'refused' | 'no';

/** How many characters of a prompt's line identify it; a program may cut or fold a long line. */
const KNOWN_BY = 16;

/** Frames and prompt marks around a row of an input. */
const FRAME = /^[\s│┃|❯›>*▌]+|[\s│┃|]+$/gu;

/** The placeholder that programs show for a long paste. */
export const PASTE = /\[\s*past(?:e|ed)\b/i;

/**
 * Whether an agent shows a prompt that was typed after `before`. If its input can be read, only the
 * input decides, because other parts of the screen may change for other reasons.
 */
export function matchPrompt(
  { screen: before }: AgentObservation,
  now: AgentObservation,
  prompt: string,
): Match {
  const { screen } = now;
  const shows = (row: string): boolean => showsPrompt(row, prompt);
  const draft = readDraft(screen);
  if (draft !== undefined) {
    // Some agents leave the cursor at the beginning of their input.
    if (draft === '') {
      return shows(screen.rows[screen.cursor.row] ?? '') ? 'yes' : 'no';
    }
    if (draft === readDraft(before)) {
      return 'no';
    }
    // Other text may be an earlier prompt that an interrupt restored before this one is read.
    return isDraftOf(draft, prompt) || isMixed(screen, prompt) ? 'yes' : 'other';
  }
  const count = ({ rows }: VisibleScreen): number => rows.filter(shows).length;
  return count(screen) > count(before) ? 'yes' : hasChanged(before, screen) ? 'maybe' : 'no';
}

/**
 * Whether the screen of an agent without rules certainly shows a prompt that was typed after `before`:
 * directly before the cursor, or once more often. A dialog does not show typed text, and Enter would answer it.
 */
export function matchSeen(before: AgentObservation, now: AgentObservation, prompt: string): Match {
  const end = endOf(prompt);
  const count = ({ screen }: AgentObservation): number =>
    withoutBlanks(screen.rows.join('')).split(end).length;
  const isSeen = isAtCursor(now.screen, prompt) || (end !== '' && count(now) > count(before));
  return isSeen || matchPrompt(before, now, prompt) === 'yes' ? 'yes' : 'no';
}

/** Whether the text directly before the cursor is the end of a prompt, or the placeholder of a paste. */
export function isAtCursor({ rows, cursor }: VisibleScreen, prompt: string): boolean {
  const end = endOf(prompt);
  const last = (rows[cursor.row] ?? '').slice(0, cursor.column);
  const above = withoutBlanks([...rows.slice(0, cursor.row), last].join(''));
  return PASTE.test(last) || (end !== '' && above.endsWith(end));
}

function endOf(prompt: string): string {
  return withoutBlanks(prompt).slice(-KNOWN_BY);
}

/**
 * Whether an agent has accepted the prompt that its input contained at `before`. Decided by its
 * status, else by its input, else by any change of the screen.
 */
export function matchAccepted(
  { screen: before, activity }: AgentObservation,
  now: AgentObservation,
  prompt: string,
): Match {
  // A change of a working agent may be the end of its earlier work.
  if (activity.state.kind !== 'working' && hasStartedWork(activity, now.activity)) {
    return 'yes';
  }
  const { rows, cursor } = now.screen;
  const draft = readDraft(now.screen);
  if (draft !== undefined && draft !== '') {
    return 'no';
  }
  if (draft === '' && showsPrompt(rows[cursor.row] ?? '', prompt)) {
    return readDraft(before) ? 'refused' : 'no';
  }
  if (readDraft(before)) {
    return draft === '' ? 'yes' : 'maybe';
  }
  return hasChanged(before, now.screen) ? 'yes' : 'no';
}

/**
 * Whether the agent has started to work since `before`; it may have finished already. The change
 * from `done` to `idle` when the person looks at the session does not count.
 */
export function hasStartedWork(before: Activity, now: Activity): boolean {
  switch (now.state.kind) {
    case 'working':
    case 'needsInput':
    case 'done':
    case 'failed':
    case 'limited':
      return now.state.kind !== before.state.kind || now.since !== before.since;
    case 'idle':
    case 'unknown':
      return false;
  }
}

/** Whether a draft is this prompt, as far as the input shows it. */
export function isDraftOf(draft: string, prompt: string): boolean {
  return draft !== '' && (showsPrompt(draft, prompt) || isEndOf(draft, prompt));
}

/** Whether a row of an input shows the prompt, or the placeholder of a paste. */
export function showsPrompt(row: string, prompt: string): boolean {
  return PASTE.test(row) || isRowOf(row, prompt);
}

/** Whether the input contains this prompt after other text or in front of further rows, as far as it can be read. */
export function isMixed(screen: VisibleScreen, prompt: string): boolean {
  const draft = readDraft(screen) ?? '';
  const typed = withoutBlanks(prompt);
  const rows = draft.split('\n');
  const isFirst = rows.some((_, at) => withoutBlanks(rows.slice(0, at).join('')) === typed);
  return isFirst || (withoutBlanks(draft).endsWith(typed) && !isDraftOf(draft, prompt));
}

/**
 * Whether a draft is the end of the prompt: an input that scrolls cuts the beginning. One of several
 * rows is wrapped.
 */
function isEndOf(draft: string, prompt: string): boolean {
  const isLong = draft.length >= KNOWN_BY || draft.includes('\n');
  return isLong && withoutBlanks(prompt).endsWith(withoutBlanks(draft));
}

/** Whether a row is the first or the last line of the prompt; an input may show only one of them. */
function isRowOf(row: string, prompt: string): boolean {
  const shown = row.replace(FRAME, '');
  const lines = prompt.trim().split('\n');
  return [lines.at(0), lines.at(-1)].some((line = '') => {
    const expected = line.replace(FRAME, '');
    return expected.length < KNOWN_BY
      ? expected !== '' && shown === expected
      : shown.startsWith(expected.slice(0, KNOWN_BY));
  });
}

function hasChanged(before: VisibleScreen, now: VisibleScreen): boolean {
  return before.rows.join('\n') !== now.rows.join('\n');
}
