/** The characters that a backslash escapes inside double quotes. Before others it is kept. */
const ESCAPED_IN_DOUBLE_QUOTES = /["\\$`]/;

/**
 * The beginning of a word in which a backslash separates the parts of a Windows path: `C:`,
 * `--dir=C:`, `..`, `%TEMP%`.
 */
const WINDOWS_PATH_START = /(?:^|=)(?:[A-Za-z]:|\.\.?|%\w+%)$/;

/** The input, the position in it, and the current word. */
interface Reader {
  readonly input: string;
  at: number;
  word: string | undefined;
  inWindowsPath: boolean;
}

/**
 * Splits a line of arguments like a POSIX shell, without expansions: single quotes are literal, in
 * double quotes `\"`, `\\`, `\$` and `` \` `` are escapes, and elsewhere a backslash makes the next
 * character literal.
 *
 * In a word that begins like a Windows path (`C:\`, `\\server\`, `.\`, `%TEMP%\`) a backslash is
 * kept, except in `\"` inside double quotes. There are no errors: an open quote ends with the line,
 * and a backslash at the end stands for itself.
 */
export function parseShellArgs(input: string): string[] {
  const reader: Reader = { input, at: 0, word: undefined, inWindowsPath: false };
  const words: string[] = [];
  while (reader.at < input.length) {
    const character = take(reader);
    if (/\s/.test(character)) {
      finishWord(reader, words);
    } else if (character === "'") {
      readSingleQuoted(reader);
    } else if (character === '"') {
      readDoubleQuoted(reader);
    } else {
      append(reader, character === '\\' ? readEscaped(reader) : character);
    }
  }
  finishWord(reader, words);
  return words;
}

function take(reader: Reader): string {
  return reader.input.charAt(reader.at++);
}

function append(reader: Reader, text: string): void {
  reader.word = (reader.word ?? '') + text;
}

function finishWord(reader: Reader, words: string[]): void {
  if (reader.word !== undefined) {
    words.push(reader.word);
  }
  reader.word = undefined;
  reader.inWindowsPath = false;
}

function readSingleQuoted(reader: Reader): void {
  const close = reader.input.indexOf("'", reader.at);
  const end = close < 0 ? reader.input.length : close;
  append(reader, reader.input.slice(reader.at, end));
  reader.at = end + 1;
}

function readDoubleQuoted(reader: Reader): void {
  append(reader, '');
  while (reader.at < reader.input.length) {
    const character = take(reader);
    if (character === '"') {
      return;
    }
    append(reader, character === '\\' ? readEscapedInDoubleQuotes(reader) : character);
  }
}

/** The text for a backslash outside quotes, which has already been consumed. */
function readEscaped(reader: Reader): string {
  const next = reader.input.charAt(reader.at);
  if (next === '' || isWindowsPath(reader)) {
    return '\\';
  }
  reader.at++;
  return next;
}

function readEscapedInDoubleQuotes(reader: Reader): string {
  const next = reader.input.charAt(reader.at);
  const isEscape = ESCAPED_IN_DOUBLE_QUOTES.test(next);
  if (!isEscape || (next !== '"' && isWindowsPath(reader))) {
    return '\\';
  }
  reader.at++;
  return next;
}

/** Whether the backslash just consumed belongs to a Windows path. */
function isWindowsPath(reader: Reader): boolean {
  reader.inWindowsPath ||= WINDOWS_PATH_START.test(reader.word ?? '') || isShareStart(reader);
  return reader.inWindowsPath;
}

/** Whether the word begins with `\\server\`. */
function isShareStart(reader: Reader): boolean {
  return !reader.word && /^\\[\w.-]+\\/.test(reader.input.slice(reader.at));
}
