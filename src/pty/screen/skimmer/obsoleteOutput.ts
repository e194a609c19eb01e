import { BS, CR, ESC, isC1, LF } from '../escapes/controlBytes';
import { SequenceReader, type SequenceKind } from './outputSequence';

/**
 * A part of some output, from `start` up to but not including `end`, that has no visible effect on
 * cells and cursor once the output after it is parsed. `clear`: a full clear begins at `end`.
 * `lines`: a line begins there, and the lines after it push everything before out of the scrollback.
 */
export interface ObsoleteOutput extends OutputRange {
  readonly by: 'clear' | 'lines';
  /**
   * The positions, in the part and perhaps after it, of sequences of the kinds `keep` and `reset`.
   */
  readonly kept: readonly OutputRange[];
}

/** From `start` up to but not including `end`. */
export interface OutputRange {
  readonly start: number;
  readonly end: number;
}

/** The kinds of bytes outside sequences. */
const TEXT = 0;
const LINE_FEED = 1;
const LEAD = 2;
const CONTROL = 3;

/**
 * The kind of each byte. A tab, a carriage return and a bell leave the cursor in its row, so they
 * count as text.
 */
const BYTE_KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === LF) {
    return LINE_FEED;
  }
  if (byte === 0xc2) {
    return LEAD;
  }
  return byte >= 0x80 || (byte >= 0x20 && byte < 0x7f) || [0x07, 0x09, CR].includes(byte)
    ? TEXT
    : CONTROL;
});

const CLEAR_PARTS: Partial<Record<SequenceKind, number>> = {
  home: 1,
  eraseScreen: 2,
  eraseScrollback: 4,
};
const FULL_CLEAR = 7;

/**
 * Finds the last obsolete part of some output. The terminal must be between sequences at the start,
 * show the normal buffer and scroll the whole screen. Any sequence that is not listed as without effect
 * ends a part: all output up to it has an effect.
 */
export class ObsoleteOutputScanner {
  private readonly reader: SequenceReader;
  private found: ObsoleteOutput | undefined;
  private kept: OutputRange[] = [];
  private position = 0;
  /** All output before this position has to be parsed. */
  private barrier = 0;
  /** True after malformed output: only the next ESC certainly starts a sequence. */
  private isLost = false;
  /** From this position on there are only lines: text that stays in its row, and line feeds. */
  private linesStart = 0;
  private lineFeeds = 0;
  private clearStart = 0;
  private clearEnd = -1;
  private clearParts = 0;

  /** @param linesNeeded the number of line feeds after which no earlier row remains. */
  constructor(
    private readonly bytes: Buffer,
    private readonly linesNeeded: number,
  ) {
    this.reader = new SequenceReader(bytes);
  }

  get isDone(): boolean {
    return this.position >= this.bytes.length;
  }

  /** Valid once `isDone` is true. */
  get result(): ObsoleteOutput | undefined {
    this.endLines(this.bytes.length);
    return this.found;
  }

  /** Scans about `count` more bytes. */
  advance(count: number): void {
    const until = Math.min(this.position + count, this.bytes.length);
    while (this.position < until) {
      this.passText(until);
      if (this.position < until) {
        this.passControl();
      }
    }
  }

  /**
   * Skips text up to the next control character or `until`. This loop runs for every byte and
   * determines the speed.
   */
  private passText(until: number): void {
    const { bytes } = this;
    let at = this.position;
    let lineFeeds = 0;
    for (; at < until; at++) {
      const kind = BYTE_KINDS[bytes[at] ?? 0];
      if (kind === TEXT) {
        continue;
      }
      if (kind === LINE_FEED) {
        lineFeeds++;
      } else if (kind === CONTROL || isC1(bytes[at + 1])) {
        break;
      }
    }
    this.lineFeeds += lineFeeds;
    this.position = at;
  }

  private passControl(): void {
    const start = this.position;
    const byte = this.bytes[start];
    if (byte === ESC) {
      this.passSequence(start, this.reader.read(start), this.reader.end);
    } else if (byte === BS) {
      this.position = start + 1;
      this.beginLines(start, this.position);
    } else {
      this.lose(start, start + 1);
    }
  }

  private passSequence(start: number, kind: SequenceKind, end: number): void {
    this.position = end;
    if (kind === 'malformed') {
      this.lose(start, end);
    } else if (kind === 'unfinished') {
      this.position = this.bytes.length;
      this.beginLines(start, this.position);
    } else if (this.isLost || kind === 'other') {
      this.isLost = false;
      this.block(start, end);
    } else {
      this.passKnown(start, kind, end);
    }
  }

  private passKnown(start: number, kind: SequenceKind, end: number): void {
    if (kind === 'pen' || kind === 'penReset' || kind === 'row') {
      return;
    }
    if (kind === 'keep') {
      this.kept.push({ start, end });
      return;
    }
    this.beginLines(start, end);
    if (kind === 'reset') {
      this.markObsolete(start, 'clear');
      this.kept.push({ start, end });
    } else {
      this.addToClear(start, end, CLEAR_PARTS[kind] ?? 0);
    }
  }

  /** The parts of a clear are adjacent, in any order. */
  private addToClear(start: number, end: number, part: number): void {
    if (this.clearEnd !== start) {
      this.clearStart = start;
      this.clearParts = 0;
    }
    this.clearEnd = end;
    this.clearParts |= part;
    if (this.clearParts === FULL_CLEAR) {
      this.markObsolete(this.clearStart, 'clear');
    }
  }

  private lose(start: number, end: number): void {
    const next = this.bytes.indexOf(ESC, end);
    this.isLost = true;
    this.position = next < 0 ? this.bytes.length : next;
    this.block(start, this.position);
  }

  /** Everything up to `end` has to be parsed. */
  private block(start: number, end: number): void {
    this.beginLines(start, end);
    this.barrier = end;
    this.kept = [];
  }

  private beginLines(endsAt: number, beginsAt: number): void {
    this.endLines(endsAt);
    this.linesStart = beginsAt;
    this.lineFeeds = 0;
  }

  private endLines(end: number): void {
    if (this.lineFeeds > this.linesNeeded) {
      const line = this.findLine(end);
      if (line > this.linesStart) {
        this.markObsolete(line, 'lines');
      }
    }
  }

  /** The start of the last line before `end` that is followed by enough lines. */
  private findLine(end: number): number {
    const { bytes, linesStart } = this;
    let lineFeed = end;
    for (let count = 0; count <= this.linesNeeded; count++) {
      lineFeed = bytes.lastIndexOf(LF, lineFeed - 1);
    }
    while (lineFeed > linesStart && bytes[lineFeed - 1] !== CR) {
      lineFeed = bytes.lastIndexOf(LF, lineFeed - 1);
    }
    return lineFeed > linesStart ? lineFeed + 1 : linesStart;
  }

  private markObsolete(end: number, by: ObsoleteOutput['by']): void {
    this.found = { start: this.barrier, end, by, kept: this.kept };
  }
}
