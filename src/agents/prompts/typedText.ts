import { requireSession, type SessionLookup } from '../../pty/sessionBackend';
import { readAfterCursor, readDraft } from './draft';

/** A style, a move of the cursor to the right, another sequence, or a character. */
const PIECES = /\x1b\[(?<style>[\d;]*)m|\x1b\[(?<right>\d*)C|\x1b\[[^@-~]*[@-~]|(?<shown>[^\r])/gu;

const MUTED = /^(?:2|3[0-8]|9[0-7])$/;

/**
 * Whether the input of an agent contains text, before the cursor or after it. Text after the cursor is
 * a placeholder if it is faint or has a weak colour. False if the input cannot be read.
 */
export async function holdsText(
  sessions: SessionLookup<'colouredText' | 'screen'>,
  sessionId: string,
): Promise<boolean> {
  const screen = await requireSession(sessions, sessionId).screen();
  const draft = readDraft(screen);
  if (draft !== '' || readAfterCursor(screen) === '') {
    return Boolean(draft);
  }
  const { column, row } = screen.cursor;
  const rows = (await requireSession(sessions, sessionId).colouredText())
    .split('\n')
    .map(readStyles);
  const styled = rows.findLast(({ text }) => text.trimEnd() === screen.rows[row]);
  // A drawn cursor changes the style of the character under it.
  return styled?.isPlain.slice(column + 1).includes(true) === true;
}

function readStyles(row: string): { readonly text: string; readonly isPlain: readonly boolean[] } {
  let text = '';
  let isMuted = false;
  const isPlain: boolean[] = [];
  for (const { groups = {} } of row.matchAll(PIECES)) {
    const {
      style,
      right,
      shown = ' '.repeat(right === undefined ? 0 : Number(right || 1)),
    } = groups;
    isMuted = style === undefined ? isMuted : isMutedBy(style, isMuted);
    text += shown;
    isPlain.push(...[...shown].map((one) => !isMuted && /[^\s│┃|█]/u.test(one)));
  }
  return { text, isPlain };
}

/** Colours are read up to the background, and those of the most contrast, which text has, do not count. */
function isMutedBy(style: string, before: boolean): boolean {
  const [foreground = ''] = style.split(/(?:^|;)48(?:;|$)/);
  const [other = '', colour] = foreground.split(/(?:^|;)38;2;/);
  const isReset = style === '' || /^0(?:;|$)/.test(style);
  const kept = before && !isReset;
  return other.split(';').some((code) => MUTED.test(code)) || (colour ? !isStrong(colour) : kept);
}

function isStrong(colour: string): boolean {
  const parts = colour.split(';').slice(0, 3).map(Number);
  return parts.every((part) => part >= 220) || parts.every((part) => part <= 40);
}
