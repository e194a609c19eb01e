import { SessionError } from '../../base/errors';

/**
 * Words without a special meaning in any shell. `=` is allowed only after a leading `-`, since
 * `a=b` is an assignment.
 */
const PLAIN = /^(?:[A-Za-z0-9_./:@][A-Za-z0-9_./:@,+-]*|-[A-Za-z0-9_./:@,+=-]*)$/;

/**
 * Quotes `token` as one word for bash, zsh, fish and sh. A word that needs no quotes gets none, so
 * that the name of a command can still be the person's alias.
 *
 * Quotes and backslashes are placed outside single quotes, since only fish treats `\\` and `\'`
 * inside them as escapes.
 *
 * @throws {SessionError} `BAD_REQUEST` for a NUL, which no argument can contain.
 */
export function quoteForShell(token: string): string {
  if (token.includes('\0')) {
    throw new SessionError(
      'BAD_REQUEST',
      `An argument of the command contains a NUL character, which no program accepts; remove it: ${JSON.stringify(token.slice(0, 80))}.`,
    );
  }
  if (PLAIN.test(token)) {
    return token;
  }
  const pieces = token.split(/(['\\])/).filter((piece) => piece !== '');
  return pieces.map(quotePiece).join('') || "''";
}

function quotePiece(piece: string): string {
  return piece === "'" || piece === '\\' ? `\\${piece}` : `'${piece}'`;
}

/**
 * A format for printf(1) that prints `text`. A shell script cannot hold control characters reliably,
 * so those of ASCII become octal escapes; all other text keeps its encoding.
 */
export function toPrintfFormat(text: string): string {
  const toOctal = (control: string): string =>
    `\\${control.charCodeAt(0).toString(8).padStart(3, '0')}`;
  return text.replace(/[%\\]/g, '$&$&').replace(/[\x00-\x1f\x7f]/g, toOctal);
}
