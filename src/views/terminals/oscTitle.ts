import { MAX_COLLECTED_TITLE_CHARS } from '../../pty/limits';
const INTRODUCER = '\x1b]';
const BEL = '\x07';
const ESC = '\x1b';
/** CAN and SUB cancel a sequence. */
const CANCELLERS = '\x18\x1a';
const MAX_TITLE_CHARS = 60;

/** Control characters, and characters that change the direction of the text after them. */
const INVISIBLE = /[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Finds the titles that a program sets (OSC 0 and 2) in its output, which may be split anywhere.
 */
export class OscTitleParser {
  /** The content of the open sequence so far; undefined outside of a sequence. */
  private collected: string | undefined;
  /** The last chunk ended with ESC, so the next character is part of its sequence. */
  private pendingEscape = false;

  /**
   * Returns the last title that `text` completes, cleaned and at most 60 characters long; undefined
   * if it completes none.
   */
  feed(text: string): string | undefined {
    let title: string | undefined;
    let rest = this.pendingEscape ? ESC + text : text;
    this.pendingEscape = false;
    while (rest !== '') {
      if (this.collected === undefined) {
        rest = this.skipToSequence(rest);
      } else {
        const found = this.collect(rest, this.collected);
        title = found.title ?? title;
        rest = found.rest;
      }
    }
    return title;
  }

  private skipToSequence(text: string): string {
    const start = text.indexOf(INTRODUCER);
    if (start < 0) {
      this.pendingEscape = text.endsWith(ESC);
      return '';
    }
    this.collected = '';
    return text.slice(start + INTRODUCER.length);
  }

  private collect(
    text: string,
    before: string,
  ): { readonly title?: string | undefined; readonly rest: string } {
    const end = findEnd(text);
    const own = (before + text.slice(0, end)).slice(0, MAX_COLLECTED_TITLE_CHARS);
    this.collected = own;
    if (end === text.length) {
      return { rest: '' };
    }
    if (text[end] === ESC && end + 1 === text.length) {
      this.pendingEscape = true;
      return { rest: '' };
    }
    this.collected = undefined;
    const isTerminated = text[end] === BEL || text[end + 1] === '\\';
    // An ESC that does not end the sequence starts another one, so it is parsed again.
    const rest = text[end] === ESC ? text.slice(end) : text.slice(end + 1);
    return { title: isTerminated ? titleOf(own) : undefined, rest };
  }
}

/** The index at which the open sequence ends: at a terminator, or at the end of `text`. */
function findEnd(text: string): number {
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charAt(index);
    if (char === BEL || char === ESC || CANCELLERS.includes(char)) {
      return index;
    }
  }
  return text.length;
}

function titleOf(content: string): string | undefined {
  const match = /^[02];(.*)$/su.exec(content);
  return match ? cleanTitle(match[1] ?? '') : undefined;
}

function cleanTitle(raw: string): string {
  const chars = [...raw.replace(INVISIBLE, ' ').replace(/\s+/gu, ' ').trim()];
  return chars.length > MAX_TITLE_CHARS
    ? `${chars.slice(0, MAX_TITLE_CHARS - 1).join('')}…`
    : chars.join('');
}

/** The characters before the first word of a title; agents put a symbol of their activity there. */
const TITLE = /^([^\p{L}\p{N}]*)(.*)$/su;

/**
 * Returns a terminal's name: the session's label, which distinguishes it, then the title. If the
 * title repeats the label, only the symbol before its words is added.
 */
export function formatTerminalName(label: string, title: string): string {
  const [, symbol = '', words = ''] = TITLE.exec(title) ?? [];
  return label.startsWith(words) ? `${symbol}${label}` : `${label}: ${title}`;
}
