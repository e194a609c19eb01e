import type { VisibleScreen } from '../../pty/sessionService';
import type { Activity } from '../../status/activity';
import { readDraft } from './draft';

/** A session at one moment. */
export interface SessionLook {
  readonly screen: VisibleScreen;
  readonly activity: Activity;
}

/**
 * `maybe`: something has changed, and nothing tells whether it is what was waited for. `other`: the
 * input shows other text, and an agent may show what was typed in words of its own.
 */
export type Seen = 'yes' | 'maybe' | 'other' | 'no';

/** How much of a prompt's row has to be seen; a program may cut or fold a long one. */
const KNOWN_BY = 16;

/** What may stand before a row of a prompt in an input. */
const FRAME = /^[\s│┃|❯›>*▌]+|[\s│┃|]+$/gu;

/** How programs show a long paste. */
export const PASTE = /\[\s*past(?:e|ed)\b/i;

/**
 * Whether an agent shows a prompt that was typed since `before`. Where its input can be read that
 * alone tells, for whatever else is drawn may have other reasons.
 */
export function seePrompt({ screen: before }: SessionLook, now: SessionLook, prompt: string): Seen {
  const { screen } = now;
  const shows = (row: string): boolean => PASTE.test(row) || isRowOf(row, prompt);
  const draft = readDraft(screen);
  if (draft !== undefined) {
    // Some leave the cursor at the begin of their input.
    if (draft === '') {
      return shows(screen.rows[screen.cursor.row] ?? '') ? 'yes' : 'no';
    }
    if (draft === readDraft(before)) {
      return 'no';
    }
    // Other text may be an earlier prompt that an interrupt has put back, before this one is read.
    return isDraftOf(draft, prompt) || isMixed(screen, prompt) ? 'yes' : 'other';
  }
  const count = ({ rows }: VisibleScreen): number => rows.filter(shows).length;
  return count(screen) > count(before) ? 'yes' : hasChanged(before, screen) ? 'maybe' : 'no';
}

/**
 * Whether an agent has taken the prompt since `before`, when it stood in its input as far as that
 * can be read: by its status, else by its input, else by anything that moved.
 */
export function seeTaken({ screen: before, activity }: SessionLook, now: SessionLook): Seen {
  if (hasTurned(activity, now.activity)) {
    return 'yes';
  }
  const draft = readDraft(now.screen);
  if (draft !== undefined && draft !== '') {
    return 'no';
  }
  if (readDraft(before)) {
    return draft === '' ? 'yes' : 'maybe';
  }
  return hasChanged(before, now.screen) ? 'yes' : 'no';
}

/** Whether a turn has begun since, and may have ended already; that somebody looked is none. */
export function hasTurned(before: Activity, now: Activity): boolean {
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

/** Whether a draft is this prompt, as far as an input shows it. */
export function isDraftOf(draft: string, prompt: string): boolean {
  return draft !== '' && (PASTE.test(draft) || isRowOf(draft, prompt) || isEndOf(draft, prompt));
}

/** Whether an input holds this prompt behind something else, as far as it can be read. */
export function isMixed(screen: VisibleScreen, prompt: string): boolean {
  const draft = readDraft(screen) ?? '';
  return draft.endsWith(prompt.trim()) && !isDraftOf(draft, prompt);
}

/** An input that scrolls sideways shows the end of a long row. */
function isEndOf(draft: string, prompt: string): boolean {
  return draft.length >= KNOWN_BY && prompt.trim().endsWith(draft);
}

/** Its first or its last, for an input may show but one end of it. */
function isRowOf(row: string, prompt: string): boolean {
  const shown = row.replace(FRAME, '');
  const lines = prompt.trim().split('\n');
  return [lines.at(0), lines.at(-1)].some((line = '') => {
    const wanted = line.replace(FRAME, '');
    return wanted.length < KNOWN_BY
      ? wanted !== '' && shown === wanted
      : shown.startsWith(wanted.slice(0, KNOWN_BY));
  });
}

function hasChanged(before: VisibleScreen, now: VisibleScreen): boolean {
  return before.rows.join('\n') !== now.rows.join('\n');
}
