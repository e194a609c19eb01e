import { MAX_ESCAPE_STRING_CHARS } from '../../limits';
import type { TerminalCore } from './screenTerminal';
import { C1_LEAD, ESC } from '../escapes/controlBytes';
import { completeLength } from '../escapes/utf8';

/** The output that is lost if xterm.js fails on a malformed sequence in it, in bytes. */
const SLICE_BYTES = 4096;

const NOTHING = new Uint8Array(0);

const TWO_RESETS = Buffer.from('\x1bc\x1bc');
const SOFT_HYPHEN = Buffer.from('\u00ad');
/** The bytes of a full reset, and those of a soft hyphen. */
const REMOVED_LENGTH = 2;

/** The parser states of xterm.js (`common/parser/Constants.ts`). */
const GROUND = 0;
const STRING_OF_NO_USE = 7;
const OSC_STRING = 8;
const DCS_STRING = 13;

/** For each kind of string, the beginning of an ignored one that ends in the same way. */
const IGNORED_STRINGS: ReadonlyMap<number, Uint8Array> = new Map([
  [STRING_OF_NO_USE, Buffer.from('\x1bX')],
  [OSC_STRING, Buffer.from('\x1b]x')],
  [DCS_STRING, Buffer.from('\x1bP1<')],
]);

/**
 * Feeds a terminal in slices, and stores the incomplete sequence and character at the end of the
 * output.
 */
export class ScreenParser {
  /** The incomplete sequence that the terminal has received. */
  private partialSequence: Uint8Array = NOTHING;
  /** The bytes of an incomplete character, which the terminal has not received. */
  private partialCharacter: Uint8Array = NOTHING;

  constructor(private readonly core: TerminalCore) {}

  /** The output that must follow a snapshot before any later output. */
  get tail(): Uint8Array {
    return Buffer.concat([this.partialSequence, this.partialCharacter]);
  }

  /** Parses all of `bytes` except an incomplete character at the end. */
  parse(bytes: Uint8Array): void {
    const joined =
      this.partialCharacter.length > 0 ? Buffer.concat([this.partialCharacter, bytes]) : bytes;
    const data = withoutSoftHyphens(withoutRepeatedResets(joined));
    const whole = completeLength(data);
    this.partialCharacter = Uint8Array.from(data.subarray(whole));
    for (let start = 0; start < whole;) {
      const slice = sliceOf(data.subarray(start, whole), SLICE_BYTES);
      this.parseSlice(slice);
      this.remember(slice);
      start += slice.length;
    }
  }

  private parseSlice(slice: Uint8Array): void {
    const handler = this.core._inputHandler;
    try {
      handler.parse(slice);
    } catch {
      // xterm.js failed on a malformed sequence. The rest of the slice is lost, and the session
      // continues.
      handler._parser.reset();
    }
  }

  private remember(slice: Uint8Array): void {
    const state = this.core._inputHandler._parser.currentState;
    if (state === GROUND) {
      this.partialSequence = NOTHING;
      return;
    }
    const start = lastIntroducer(slice);
    const isFull = this.partialSequence.length >= MAX_ESCAPE_STRING_CHARS;
    if (start < 0 && isFull && !IGNORED_STRINGS.has(state)) {
      return;
    }
    const partialSequence =
      start < 0 ? Buffer.concat([this.partialSequence, slice]) : Buffer.from(slice.subarray(start));
    const ignored = IGNORED_STRINGS.get(state);
    if (!ignored) {
      // Control characters within a sequence, such as a line feed, have already been executed.
      this.partialSequence = partialSequence
        .filter((byte) => byte >= 0x20 || byte === ESC)
        .subarray(0, MAX_ESCAPE_STRING_CHARS);
    } else if (partialSequence.length <= MAX_ESCAPE_STRING_CHARS) {
      this.partialSequence = partialSequence;
    } else {
      this.partialSequence = ignored;
      this.core._inputHandler._parser._oscParser.reset();
      this.core._inputHandler._parser._dcsParser.reset();
    }
  }
}

/**
 * Removes all but one of consecutive full resets: the others change nothing, and each takes some 30
 * µs.
 */
function withoutRepeatedResets(bytes: Uint8Array): Uint8Array {
  return without(TWO_RESETS, bytes);
}

/** Removes soft hyphens, which VS Code's terminal ignores and this version of xterm.js shows. */
function withoutSoftHyphens(bytes: Uint8Array): Uint8Array {
  return without(SOFT_HYPHEN, bytes);
}

/** Removes the first two bytes of each occurrence of a pattern. */
function without(pattern: Buffer, bytes: Uint8Array): Uint8Array {
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(pattern)) {
    return bytes;
  }
  const data = Buffer.from(bytes);
  let kept = 0;
  let start = 0;
  for (let at = data.indexOf(pattern); at >= 0; at = data.indexOf(pattern, start)) {
    kept += data.copy(data, kept, start, at);
    start = at + REMOVED_LENGTH;
  }
  kept += data.copy(data, kept, start);
  return data.subarray(0, kept);
}

/** The first `most` bytes, or fewer so that no character is split. */
function sliceOf(bytes: Uint8Array, most: number): Uint8Array {
  return bytes.length <= most ? bytes : bytes.subarray(0, completeLength(bytes.subarray(0, most)));
}

const C1_INTRODUCERS: ReadonlySet<number> = new Set([0x90, 0x98, 0x9b, 0x9d, 0x9e, 0x9f]);

/**
 * The start of the last sequence in `bytes`, since an introducer ends the previous sequence; -1 if
 * there is none.
 */
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
