import { MAX_ESCAPE_STRING_CHARS } from '../limits';
import type { TerminalCore } from './screenTerminal';
import type { ScreenTurns } from './screenTurns';
import { completeLength } from './escapes/utf8';

/**
 * How much is parsed before the turn is looked at: this many bytes times rows, and at least
 * {@link LEAST_SLICE} bytes. A line feed inside a scroll region, one byte, moves all its rows.
 */
const SLICE_BYTE_ROWS = 80 * 1024;
const LEAST_SLICE = 128;
const MOST_SLICE = 2048;

const NOTHING = new Uint8Array(0);

const TWO_RESETS = Buffer.from('\x1bc\x1bc');
const RESET_LENGTH = 2;

/** xterm.js' parser states (`common/parser/Constants.ts`). */
const GROUND = 0;
const STRING_OF_NO_USE = 7;
const OSC_STRING = 8;
const DCS_STRING = 13;

/** The beginning of a string that nothing comes of, for each kind, with the same ends. */
const IGNORED_STRINGS: ReadonlyMap<number, Uint8Array> = new Map([
  [STRING_OF_NO_USE, Buffer.from('\x1bX')],
  [OSC_STRING, Buffer.from('\x1b]x')],
  [DCS_STRING, Buffer.from('\x1bP1<')],
]);

/** Feeds a terminal, a slice at a time, and knows what it was fed that means nothing yet. */
export class ScreenParser {
  /** The sequence that the terminal is in the middle of. */
  private begun: Uint8Array = NOTHING;
  /** The bytes of a character that is not whole; kept from the terminal. */
  private held: Uint8Array = NOTHING;

  constructor(
    private readonly core: TerminalCore,
    private readonly turns: ScreenTurns,
  ) {}

  /** What must be said again to a terminal that was given a snapshot, before it is told what comes. */
  get tail(): Uint8Array {
    return Buffer.concat([this.begun, this.held]);
  }

  /** Parses all of `bytes` but the beginning of a character at their end. */
  async parse(bytes: Uint8Array): Promise<void> {
    const joined = this.held.length > 0 ? Buffer.concat([this.held, bytes]) : bytes;
    const data = withoutRepeatedResets(joined);
    const whole = completeLength(data);
    this.held = Uint8Array.from(data.subarray(whole));
    for (let start = 0; start < whole;) {
      if (this.turns.isOver) {
        await this.turns.next();
      }
      const slice = sliceOf(data.subarray(start, whole), this.sliceBytes);
      await this.parseSlice(slice);
      this.remember(slice);
      start += slice.length;
    }
  }

  private get sliceBytes(): number {
    const bytes = Math.floor(SLICE_BYTE_ROWS / this.core.rows);
    return Math.min(Math.max(bytes, LEAST_SLICE), MOST_SLICE);
  }

  private async parseSlice(slice: Uint8Array): Promise<void> {
    const handler = this.core._inputHandler;
    try {
      let halted = handler.parse(slice);
      while (halted) {
        halted = handler.parse(slice, await halted);
      }
    } catch {
      // A fault of xterm.js on some malformed sequence: the rest of the slice is lost, the session is not.
      handler._parser.reset();
      handler._parseStack.paused = false;
    }
  }

  private remember(slice: Uint8Array): void {
    const state = this.core._inputHandler._parser.currentState;
    if (state === GROUND) {
      this.begun = NOTHING;
      return;
    }
    const start = lastIntroducer(slice);
    const isFull = this.begun.length >= MAX_ESCAPE_STRING_CHARS;
    if (start < 0 && isFull && !IGNORED_STRINGS.has(state)) {
      return;
    }
    const begun =
      start < 0 ? Buffer.concat([this.begun, slice]) : Buffer.from(slice.subarray(start));
    const ignored = IGNORED_STRINGS.get(state);
    if (!ignored) {
      // What a sequence has inside of it, such as a line feed, was acted on at once.
      this.begun = begun
        .filter((byte) => byte >= 0x20 || byte === ESC)
        .subarray(0, MAX_ESCAPE_STRING_CHARS);
    } else if (begun.length <= MAX_ESCAPE_STRING_CHARS) {
      this.begun = begun;
    } else {
      this.begun = ignored;
      this.core._inputHandler._parser._oscParser.reset();
      this.core._inputHandler._parser._dcsParser.reset();
    }
  }
}

/** Of resets in a row one alone: the others change nothing, and each takes as long, some 30 µs. */
function withoutRepeatedResets(bytes: Uint8Array): Uint8Array {
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(TWO_RESETS)) {
    return bytes;
  }
  const data = Buffer.from(bytes);
  let kept = 0;
  let start = 0;
  for (let at = data.indexOf(TWO_RESETS); at >= 0; at = data.indexOf(TWO_RESETS, start)) {
    kept += data.copy(data, kept, start, at);
    start = at + RESET_LENGTH;
  }
  kept += data.copy(data, kept, start);
  return data.subarray(0, kept);
}

/** The first `most` bytes, or some less so that no character is cut; the last slice is what is left. */
function sliceOf(bytes: Uint8Array, most: number): Uint8Array {
  return bytes.length <= most ? bytes : bytes.subarray(0, completeLength(bytes.subarray(0, most)));
}

const ESC = 0x1b;
/** The first byte of a C1 control in UTF-8; the second is its code. */
const C1_LEAD = 0xc2;
const C1_INTRODUCERS: ReadonlySet<number> = new Set([0x90, 0x98, 0x9b, 0x9d, 0x9e, 0x9f]);

/** Where the last sequence of `bytes` begins: whatever begins one ends the one before. -1 if none does. */
function lastIntroducer(bytes: Uint8Array): number {
  for (let index = bytes.length - 1; index >= 0; index--) {
    const byte = bytes[index] ?? 0;
    if (byte === ESC) {
      return index;
    }
    if (C1_INTRODUCERS.has(byte) && bytes[index - 1] === C1_LEAD) {
      return index - 1;
    }
  }
  return -1;
}
