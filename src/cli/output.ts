import { stripVTControlCharacters } from 'node:util';
import type { VerbContext } from './verb';

/** Control characters but TAB and LF. */
const ACTING = /(?![\t\n])\p{Cc}/gu;

/** Says something on the standard output: a value for programs, or its words for a person. */
export function say({ io, isJson }: VerbContext, value: unknown, text: string): void {
  const said = isJson ? JSON.stringify(value) : text;
  io.stdout.write(said === '' || said.endsWith('\n') ? said : `${said}\n`);
}

/**
 * Text that came from elsewhere, as the rows of a person's terminal: nothing in it acts on that. What
 * is no terminal gets it to the letter.
 */
export function plainFor({ isTTY }: Pick<NodeJS.WriteStream, 'isTTY'>, text: string): string {
  return isTTY ? stripVTControlCharacters(text).replace(ACTING, '') : text;
}

/** Text that came from elsewhere, for one line of a person's terminal: no control characters. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}
