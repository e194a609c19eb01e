import stripAnsi from 'strip-ansi';
import type { StartedSession } from '../client/sessionInfo';
import type { VerbContext } from './verb';

/** Control characters except TAB and LF. */
const CONTROL_CHARACTERS = /(?![\t\n])\p{Cc}/gu;

/**
 * Prints to stdout: `value` as JSON with `--json`, else `text`. Adds a line end if it is missing.
 */
export function print({ io, isJson }: VerbContext, value: unknown, text: string): void {
  const output = isJson ? JSON.stringify(value) : text;
  io.stdout.write(output === '' || output.endsWith('\n') ? output : `${output}\n`);
}

/** Prints the notices of started sessions to stderr; with `--json` the output has them. */
export function printNotices(
  { io, isJson }: VerbContext,
  started: readonly Pick<StartedSession, 'notices'>[],
): void {
  if (!isJson) {
    io.printNotices(started.flatMap(({ notices }) => notices));
  }
}

/**
 * Removes escape sequences and control characters, except TAB and LF, from text of other programs
 * if the stream is a terminal. For other streams the text is unchanged.
 */
export function toPrintable({ isTTY }: Pick<NodeJS.WriteStream, 'isTTY'>, text: string): string {
  return isTTY ? stripAnsi(text).replace(CONTROL_CHARACTERS, '') : text;
}

/**
 * Puts text of other programs on one line: each run of control characters and line separators
 * becomes a space. Characters that change the direction of text are removed.
 */
export function oneLine(text: string): string {
  return text.replace(/\p{Bidi_Control}/gu, '').replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}
