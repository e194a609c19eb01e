/** How the line begins that stands below what a lost session showed last. */
export const LAST_SCREEN_MARK = '[Its session host ended: ';

/**
 * What a session's screen begins with whose one before was lost: what that showed, then a line that
 * says so, for none of it is this one's doing.
 */
export function formatLastScreen(shown: string): string {
  const begin = shown === '' || shown.endsWith('\n') ? shown : `${shown}\r\n`;
  return `${begin}\x1b[0m\x1b[2m${LAST_SCREEN_MARK}what is above is the last that it showed.]\x1b[0m\r\n`;
}
