import type { ShownRows } from './dialogRows';
import { readKeyBar } from './keyBar';
import type { LikelySign } from './likelySign';

/** `? Project name (app)`, also with what was typed. */
const PROMPT = /^\? (?!for )\S/;
/** `┃ > `, `> `: a field of a form. */
const FIELD = /^\s*[>›❯](?:\s|$)/;
const ASKS = /[?:]$/;
/** How many rows of notes are between a question and its field. */
const MOST_NOTES = 1;

/**
 * A field of a library's prompt, with the cursor behind what was typed: in the row with its question,
 * or directly below, above the key that submits it; or indented in a row of its own, the last one.
 */
export function findPromptRow(shown: ShownRows): LikelySign | undefined {
  const { rows, cursor } = shown;
  const row = rows[cursor.row] ?? '';
  if (cursor.column < row.length) {
    return undefined;
  }
  if (cursor.row === rows.length - 1 && PROMPT.test(row)) {
    return { ruleId: 'likely.prompt', question: row.slice(2), seen: row };
  }
  if (cursor.row === rows.length && cursor.column > 0) {
    const last = rows.slice(-1 - MOST_NOTES);
    const question = last.slice(last.lastIndexOf('') + 1).findLast((one) => PROMPT.test(one));
    return question !== undefined && ASKS.test(question)
      ? { ruleId: 'likely.prompt', question: question.slice(2), seen: question }
      : undefined;
  }
  const asked = rows[cursor.row - 1] ?? '';
  const below = rows.slice(cursor.row + 1).filter((one) => one !== '');
  const submits = below.length > 0 && readKeyBar(...below)?.chooses === true;
  return submits && FIELD.test(row) && ASKS.test(asked)
    ? { ruleId: 'likely.prompt', question: asked, seen: asked }
    : undefined;
}
