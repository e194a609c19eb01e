import { MAX_OSC_SIGNAL_BYTES } from '../../limits';
import { asBuffer } from './asBuffer';
import { marksOf } from './outputMarks';
import { BEL, C1_LEAD, CAN, ESC, isC1, SUB } from './controlBytes';

/** A complete OSC sequence of a program. */
export interface OscSequence {
  readonly code: number;
  /**
   * The text after the code and its semicolon, without C0 controls, which terminals also ignore.
   */
  readonly data: string;
}

/** Titles; notifications and, as `4;state;percent`, progress; Program Status. */
const CODES = [0, 1, 2, 9, 7501] as const;

const INTRODUCER = Buffer.from('\x1b]');
const C1_STRING_END = 0x9c;
const NOTHING = new Uint8Array(0);

const HEADS = CODES.map((code) => ({ code, head: Buffer.from(`${code};`) }));

type Found = OscSequence | 'unfinished' | 'none';

/**
 * Finds the OSC sequences with which a program reports what it does. Other sequences are not
 * parsed: in every state an ESC ends the current sequence, and `ESC ]` starts an OSC. The result
 * does not depend on how the output is split into chunks.
 */
export class OscScanner {
  /** The end of the last chunk, if a sequence may begin in it. */
  private partialSequence: Uint8Array = NOTHING;

  /** The sequences that `chunk` completes, in order. */
  push(chunk: Uint8Array, marks = marksOf(chunk)): readonly OscSequence[] {
    if (this.partialSequence.length === 0 && !marks.osc && chunk.at(-1) !== ESC) {
      return [];
    }
    const bytes =
      this.partialSequence.length > 0
        ? Buffer.concat([this.partialSequence, chunk])
        : asBuffer(chunk);
    const sequences: OscSequence[] = [];
    this.partialSequence = bytes.at(-1) === ESC ? Uint8Array.of(ESC) : NOTHING;
    for (let at = bytes.indexOf(INTRODUCER); at >= 0; at = bytes.indexOf(INTRODUCER, at + 2)) {
      const found = readOsc(bytes, at + INTRODUCER.length);
      if (found === 'unfinished') {
        // A copy, since the chunk belongs to the caller.
        this.partialSequence = Uint8Array.from(bytes.subarray(at));
      } else if (found !== 'none') {
        sequences.push(found);
      }
    }
    return sequences;
  }
}

/** The sequence whose code starts at `start`, if its code is listed and it is not too long. */
function readOsc(bytes: Buffer, start: number): Found {
  const known = HEADS.find(({ head }) => startsLike(bytes, start, head));
  if (!known) {
    return 'none';
  }
  const end = findEnd(bytes, start);
  if (end === undefined) {
    return bytes.length - start > MAX_OSC_SIGNAL_BYTES + 1 ? 'none' : 'unfinished';
  }
  const dataStart = start + known.head.length;
  if (!isWholeEnd(bytes, end) || end < dataStart) {
    return 'none';
  }
  const data = bytes.toString('utf8', dataStart, end).replace(/[\x00-\x1f\x7f]/g, '');
  return { code: known.code, data };
}

/** Whether `bytes` at `start` begin like `head`, up to the end of the bytes. */
function startsLike(bytes: Buffer, start: number, head: Buffer): boolean {
  const length = Math.min(head.length, bytes.length - start);
  return bytes.compare(head, 0, length, start, start + length) === 0;
}

/** The end of a string, complete or not, within the limit. */
function findEnd(bytes: Buffer, start: number): number | undefined {
  const limit = Math.min(bytes.length, start + MAX_OSC_SIGNAL_BYTES + 1);
  for (let at = start; at < limit; at++) {
    const byte = bytes[at];
    const isEnd = byte === BEL || byte === ESC || byte === CAN || byte === SUB;
    if (isEnd || (byte === C1_LEAD && isC1(bytes[at + 1]))) {
      return at;
    }
  }
  return undefined;
}

/** BEL, any ESC (as in xterm.js) and the 8-bit ST complete a string. Other controls cancel it. */
function isWholeEnd(bytes: Buffer, end: number): boolean {
  const byte = bytes[end];
  return byte === BEL || byte === ESC || (byte === C1_LEAD && bytes[end + 1] === C1_STRING_END);
}
