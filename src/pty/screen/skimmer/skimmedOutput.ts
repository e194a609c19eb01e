import { CR, ESC } from '../escapes/controlBytes';
import { SequenceReader } from './outputSequence';
import type { OutputRange, ObsoleteOutput } from './obsoleteOutput';

/**
 * Extracts from obsolete output what outlives its cells, in an equivalent order: modes and the
 * like, then colours, of which only those after the last reset matter. So colours are searched from
 * the end.
 */
export class OutputSkim {
  private readonly reader: SequenceReader;
  /**
   * Filled from both ends: kept sequences from the start, pens from the end, the last one first.
   */
  private readonly buffer: Buffer;
  private keptLength = 0;
  private penStart: number;
  private keptIndex = 0;
  private penEnd: number;

  constructor(
    private readonly bytes: Buffer,
    private readonly part: ObsoleteOutput,
  ) {
    this.reader = new SequenceReader(bytes);
    this.buffer = Buffer.allocUnsafe(part.end - part.start);
    this.penStart = this.buffer.length;
    this.penEnd = part.end;
  }

  get isDone(): boolean {
    return this.nextKept === undefined && this.penEnd <= this.part.start;
  }

  /**
   * The output for the terminal in place of the part; valid once `isDone` is true. If a line begins
   * after the part, the cursor is at the beginning of a row.
   */
  get result(): Buffer {
    const { buffer, part } = this;
    return Buffer.concat([
      buffer.subarray(0, this.keptLength),
      buffer.subarray(this.penStart),
      Buffer.from(part.by === 'lines' ? [CR] : []),
    ]);
  }

  /** Extracts at most `count` more sequences of each sort. */
  advance(count: number): void {
    const { bytes, buffer, part } = this;
    for (let left = count; left > 0 && this.nextKept; left--) {
      const { start, end } = this.nextKept;
      this.keptLength += bytes.copy(buffer, this.keptLength, start, end);
      this.keptIndex++;
    }
    for (let left = count; left > 0 && this.penEnd > part.start; left--) {
      this.penEnd = this.takePen();
    }
  }

  private get nextKept(): OutputRange | undefined {
    const range = this.part.kept[this.keptIndex];
    return range && range.start < this.part.end ? range : undefined;
  }

  /**
   * Extracts the pen sequence before `penEnd`. Returns where to continue: nothing before a reset
   * matters.
   */
  private takePen(): number {
    const { bytes, part, reader } = this;
    const start = bytes.lastIndexOf(ESC, this.penEnd - 1);
    if (start < part.start) {
      return part.start;
    }
    const kind = reader.read(start);
    if (kind === 'pen' || kind === 'penReset') {
      this.penStart -= reader.end - start;
      bytes.copy(this.buffer, this.penStart, start, reader.end);
    }
    return kind === 'penReset' || kind === 'reset' ? part.start : start;
  }
}
