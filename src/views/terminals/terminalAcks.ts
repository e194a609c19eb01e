import { nextEscapeState, type EscapeState } from '../../pty/screen/escapes/escapeState';
import { VIEWER_ACK_CHARS } from '../../pty/limits';

/**
 * Asks for a private mode that no terminal has (DECRQM). VS Code's terminal, which tells
 * an extension nothing of how far it is, answers when it has parsed all that was before.
 */
const QUERY = '\x1b[?73141$p';
const REPLY = '\x1b[?73141;0$y';

/** What begins like a reply and no key sends: from here on it is held back until it is known. */
const UNMISTAKABLE_CHARS = '\x1b[?'.length;

/** What came from a terminal, without the replies to our own queries. */
export interface ReceivedInput {
  readonly input: string;
  readonly replies: number;
}

/**
 * Counts what a terminal has been sent and has not parsed yet. The queries stand between
 * what the program wrote and never inside one of its sequences; the replies are taken out
 * of the input, so that no program sees them.
 */
export class TerminalAcks {
  private place: EscapeState = 'ground';
  private sinceQuery = 0;
  /** How many characters each query that is not answered covers, oldest first. */
  private waiting: number[] = [];
  /** What the input ended with that may be the beginning of a reply. */
  private tail = '';
  /** How much of it has been passed on nevertheless. */
  private passedChars = 0;

  /** Characters that the terminal may not have parsed yet. */
  get unacknowledged(): number {
    return this.waiting.reduce((sum, chars) => sum + chars, this.sinceQuery);
  }

  get isWaiting(): boolean {
    return this.waiting.length > 0;
  }

  /** The terminal has been sent the beginning of an escape sequence and not its end. */
  get isInSequence(): boolean {
    return this.place !== 'ground';
  }

  /** `text` as it is to be written: with a query in it, `always` or when one is due. */
  stamp(text: string, when: 'due' | 'always' = 'due'): string {
    const ground = this.follow(text);
    this.sinceQuery += text.length;
    if (ground < 0 || (when === 'due' && this.sinceQuery < VIEWER_ACK_CHARS)) {
      return text;
    }
    const after = text.length - ground;
    this.waiting.push(this.sinceQuery - after);
    this.sinceQuery = after;
    return text.slice(0, ground) + QUERY + text.slice(ground);
  }

  /** Gives up the replies that have not come, and asks anew: what is to be written for it. */
  restart(): string {
    this.place = 'ground';
    this.sinceQuery = 0;
    this.waiting = [0];
    return QUERY;
  }

  /**
   * Takes replies out of what the terminal sent, wherever they were cut. All else passes
   * unchanged, and at once what may be a key: a reply that was cut after its ESC costs the
   * program an ESC, an Escape that was held back would cost the person one.
   */
  receive(data: string): ReceivedInput {
    const text = this.tail + data;
    const kept = text.replaceAll(REPLY, '');
    const passed = text.startsWith(REPLY) ? 0 : this.passedChars;
    const replies = (text.length - kept.length) / REPLY.length;
    this.waiting.splice(0, replies);
    this.tail = this.isWaiting ? endLikeReply(kept) : '';
    const isWholeTail = this.tail.length === kept.length;
    const passedOfTail = isWholeTail ? passed : 0;
    const held = this.tail.length < UNMISTAKABLE_CHARS ? 0 : this.tail.length - passedOfTail;
    this.passedChars = this.tail.length - held;
    return { input: kept.slice(passed, kept.length - held), replies };
  }

  /** Follows the terminal's parser through `text`; says behind which character it last was in plain text, or -1. */
  private follow(text: string): number {
    let ground = this.place === 'ground' ? 0 : -1;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      this.place = nextEscapeState(this.place, code);
      if (this.place === 'ground' && !isFirstOfTwo(code)) {
        ground = index + 1;
      }
    }
    return ground;
  }
}

/** The longest end of `text` with which a reply may begin. */
function endLikeReply(text: string): string {
  for (let length = Math.min(text.length, REPLY.length - 1); length > 0; length -= 1) {
    const end = text.slice(-length);
    if (REPLY.startsWith(end)) {
      return end;
    }
  }
  return '';
}

/** Whether a code unit is the first half of a character. */
function isFirstOfTwo(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
