import { nextEscapeState, type EscapeState } from '../../pty/screen/escapes/escapeState';
import { VIEWER_ACK_CHARS } from '../../pty/limits';

/**
 * Queries a private mode that no terminal has (DECRQM). VS Code does not report to an extension what a
 * terminal has parsed, but the terminal replies when it has parsed everything before the query.
 */
const QUERY = '\x1b[?73141$p';
const REPLY = '\x1b[?73141;0$y';

/**
 * The number of first characters of a reply after which it cannot be a key. Input is held back only
 * from there on.
 */
const UNMISTAKABLE_CHARS = '\x1b[?'.length;

/** What a terminal sent, without the replies to our own queries. */
interface ReceivedInput {
  readonly input: string;
  readonly replies: number;
}

/**
 * Counts what a terminal was sent and has not parsed yet. Queries are inserted into the output, but never
 * inside an escape sequence; replies are removed from the input, so that no program sees them.
 */
export class TerminalAcks {
  private state: EscapeState = 'ground';
  private sinceQuery = 0;
  /** How many characters each query without a reply covers, oldest first. */
  private waiting: number[] = [];
  /** The end of the input that may be the beginning of a reply. */
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

  /** Whether the last input ended like the beginning of a reply. */
  get hasTail(): boolean {
    return this.tail !== '';
  }

  /** The terminal has been sent the beginning of an escape sequence and not its end. */
  get isInSequence(): boolean {
    return this.state !== 'ground';
  }

  /** `text` as it is to be written: with a query in it, `always` or when enough was written since the last. */
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

  /** Drops all awaited replies; returns a new query to write. */
  restart(): string {
    this.state = 'ground';
    this.sinceQuery = 0;
    this.waiting = [0];
    return QUERY;
  }

  /**
   * Removes replies, even if split, from what the terminal sent. Everything else passes unchanged,
   * and possible keys pass at once. So if a reply is split after its ESC, the program receives that
   * ESC; holding it back would delay an Escape that a person typed.
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

  /** Follows the terminal's parser through `text`; returns after which character it was last in plain text, or -1. */
  private follow(text: string): number {
    let ground = this.state === 'ground' ? 0 : -1;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      this.state = nextEscapeState(this.state, code);
      if (this.state === 'ground' && !isFirstOfTwo(code)) {
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
