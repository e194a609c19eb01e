/**
 * What a fork's screen begins with: what its parent showed, then a line that says so, for none
 * of it was the fork's own doing.
 */
export function formatSeed(shown: string, parentLabel: string): string {
  return `${shown}\x1b[2m[Forked from ${parentLabel}: what is above is a copy of its screen.]\x1b[0m\r\n`;
}
