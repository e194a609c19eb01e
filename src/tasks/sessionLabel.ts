import { SessionError } from '../base/errors';
import { toOneLine } from '../base/text/oneLine';
import { START_OPTIONS } from '../base/startOptions';

/** The most characters (code points) that a session's name may have. */
const MAX_CHARS = START_OPTIONS.label.maxChars;

/**
 * A session's name as it is stored: on one line, without control characters, trimmed.
 * @throws {SessionError} `BAD_REQUEST` if the result is empty or too long.
 */
export function parseSessionLabel(text: string): string {
  const label = toOneLine(text);
  const length = [...label].length;
  if (length === 0) {
    throw new SessionError(
      'BAD_REQUEST',
      'A session needs a name: type at least one visible character.',
    );
  }
  if (length > MAX_CHARS) {
    throw new SessionError(
      'BAD_REQUEST',
      `The session's name has ${length} characters: shorten it to at most ${MAX_CHARS}.`,
    );
  }
  return label;
}
