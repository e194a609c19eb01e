import { MAX_OSC_SIGNAL_BYTES } from '../../limits';

/** An OSC sequence that a program has written whole. */
export interface OscSequence {
  readonly code: number;
  /** What follows the code and its semicolon, without C0 controls, which terminals leave out too. */
  readonly data: string;
}

/** Titles; notifications and, as `4;state;percent`, progress; Program Status. */
const CODES = [0, 1, 2, 9, 7501] as const;

const INTRODUCER = Buffer.from('\x1b]');
const ESC = 0x1b;
const BEL = 0x07;
const CAN = 0x18;
const SUB = 0x1a;
/** The first byte of a C1 control in UTF-8; the second is its code. */
const C1_LEAD = 0xc2;
const C1_STRING_END = 0x9c;
const NOTHING = new Uint8Array(0);

const HEADS = CODES.map((code) => ({ code, head: Buffer.from(`${code};`) }));

type Found = OscSequence | 'unfinished' | 'none';

/**
 * Finds the OSC sequences in a program's output by which it tells what it is doing. The rest is
 * not taken apart: whatever a terminal is in the middle of, an ESC ends it and `ESC ]` begins an OSC.
 * What it finds does not depend on how the output was cut up.
 */
export class OscScanner {
  /** The end of the last chunk that may be the beginning of a sequence. */
  private begun: Uint8Array = NOTHING;

  /** The sequences that `chunk` completes, in their order. */
  push(chunk: Uint8Array): readonly OscSequence[] {
    const bytes = this.begun.length > 0 ? Buffer.concat([this.begun, chunk]) : asBuffer(chunk);
    const sequences: OscSequence[] = [];
    this.begun = bytes.at(-1) === ESC ? Uint8Array.of(ESC) : NOTHING;
    for (let at = bytes.indexOf(INTRODUCER); at >= 0; at = bytes.indexOf(INTRODUCER, at + 2)) {
      const found = readOsc(bytes, at + INTRODUCER.length);
      if (found === 'unfinished') {
        // A copy: the chunk belongs to whoever gave it.
        this.begun = Uint8Array.from(bytes.subarray(at));
      } else if (found !== 'none') {
        sequences.push(found);
      }
    }
    return sequences;
  }
}

/** The sequence whose code begins at `start`, if it is one of ours and not too long. */
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

/** Whether `head` stands at `start`, as far as there are bytes. */
function startsLike(bytes: Buffer, start: number, head: Buffer): boolean {
  const length = Math.min(head.length, bytes.length - start);
  return bytes.compare(head, 0, length, start, start + length) === 0;
}

/** Where a string ends, in whatever way, within the limit. */
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

/** By BEL, by any ESC as in xterm.js, or by the 8-bit ST; all else breaks a string off. */
function isWholeEnd(bytes: Buffer, end: number): boolean {
  const byte = bytes[end];
  return byte === BEL || byte === ESC || (byte === C1_LEAD && bytes[end + 1] === C1_STRING_END);
}

function isC1(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte <= 0x9f;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
