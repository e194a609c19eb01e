import { MAX_COLLECTED_TITLE_CHARS } from '../../pty/limits';
const INTRODUCER = '\x1b]';
const BEL = '\x07';
const ESC = '\x1b';
/** CAN and SUB break a sequence off. */
const CANCELLERS = '\x18\x1a';
const MAX_TITLE_CHARS = 60;

/** Control characters, and those that turn the direction of what follows them. */
const INVISIBLE = /[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Finds the titles that a program sets (OSC 0 and 2) in its output, however that was cut up. */
export class OscTitleParser {
  /** What an open sequence holds so far, or `undefined` outside of one. */
  private collected: string | undefined;
  /** The last chunk ended with an ESC whose next character says what it is. */
  private pendingEscape = false;

  /** The last title that `text` completes, cleaned; `undefined` if it completes none. */
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
    // An ESC that ends nothing begins something: it is read again.
    const rest = text[end] === ESC ? text.slice(end) : text.slice(end + 1);
    return { title: isTerminated ? titleOf(own) : undefined, rest };
  }
}

/** Where the open sequence ends in `text`: at a terminator, or at the end of what there is. */
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

/** What stands before the first word of a title: agents put a sign of what they do there. */
const TITLE = /^([^\p{L}\p{N}]*)(.*)$/su;

/**
 * A terminal's name: the session's label, which tells it from its neighbours, then the
 * title; of a title that says the label once more only the sign before it.
 */
export function formatTerminalName(label: string, title: string): string {
  const [, sign = '', words = ''] = TITLE.exec(title) ?? [];
  return label.startsWith(words) ? `${sign}${label}` : `${label}: ${title}`;
}
