import { BATCH_BYTES } from '../limits';
import { ChunkJoiner } from './chunkJoiner';
import type { Dimensions } from '../ptyProcess';
import { compressBytes, decompressBytes } from './compressedScreen';

/** Output that waits to be parsed. */
export interface WaitingOutput {
  readonly kind: 'output';
  readonly bytes: Uint8Array;
  /** Whether the screen answers queries in it, since no terminal saw them. */
  readonly isAnswered: boolean;
}

interface WaitingResize {
  readonly kind: 'resize';
  readonly dimensions: Dimensions;
}

/** A read of the screen at this position of the output. */
export interface WaitingRead {
  readonly kind: 'read';
  readonly read: () => Promise<void>;
  readonly giveUp: () => void;
}

type Waiting = WaitingOutput | WaitingResize | WaitingRead;

/** Compressed output, with its uncompressed length in bytes. */
interface PackedOutput {
  readonly compressed: Uint8Array;
  readonly length: number;
}

/** The waiting output, resizes and reads of a screen, in order. */
export class ScreenBacklog {
  private items: Waiting[] = [];
  private readonly joiner = new ChunkJoiner();
  /** Output before all items; {@link unpack} makes it one of them, before any is taken. */
  private packed: PackedOutput | undefined;
  private size = 0;
  private readCount = 0;
  private settled = 0;

  /** Waiting output, in bytes. */
  get bytes(): number {
    return this.size + (this.packed?.length ?? 0);
  }

  /** The part of it that is not packed. */
  get unpackedBytes(): number {
    return this.size;
  }

  /** The memory of waiting output, in bytes. */
  get heldBytes(): number {
    return this.size + (this.packed?.compressed.length ?? 0);
  }

  get isEmpty(): boolean {
    return this.items.length === 0 && this.packed === undefined;
  }

  get hasReads(): boolean {
    return this.readCount > 0;
  }

  /** Output that waits before any resize or read, in bytes. */
  get leadingBytes(): number {
    return this.leadingOutput().reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  /** How much of the leading output, and of what follows it, is parsed without a search for parts to skip. */
  get settledBytes(): number {
    return this.settled;
  }

  settle(bytes: number): void {
    this.settled = bytes;
  }

  /** A copy of the leading output in one piece. */
  copyLeading(): Buffer {
    return Buffer.concat(this.leadingOutput().map(({ bytes }) => bytes));
  }

  /**
   * Compresses the leading output. Parsing it instead would take a terminal of many times its size.
   * Nothing may be taken meanwhile.
   */
  async pack(): Promise<void> {
    await this.unpack();
    const output = this.copyLeading();
    if (output.length === 0) {
      return;
    }
    const compressed = await compressBytes(output);
    if (this.leadingBytes >= output.length) {
      this.drop(output.length);
      this.packed = { compressed, length: output.length };
    }
  }

  /** Makes packed output the first item again. */
  async unpack(): Promise<void> {
    const { packed } = this;
    const bytes = packed && (await decompressBytes(packed.compressed));
    if (bytes && this.packed === packed) {
      this.packed = undefined;
      // A query that is to be answered would have been parsed before it could be packed.
      this.items.unshift({ kind: 'output', bytes, isAnswered: false });
      this.size += bytes.length;
      this.settled = 0;
    }
  }

  push(item: Waiting): void {
    if (item.kind === 'output') {
      this.pushOutput(item);
      return;
    }
    if (item.kind === 'read') {
      this.readCount++;
    } else if (this.items.at(-1)?.kind === 'resize') {
      // Without output between two resizes, only the last one has an effect.
      this.items.pop();
    }
    this.items.push(item);
  }

  /** The next item. Consecutive chunks of output are joined, up to `most` bytes. */
  shift(most = BATCH_BYTES): Waiting | undefined {
    const first = this.items[0];
    if (first?.kind !== 'output') {
      this.readCount -= first?.kind === 'read' ? 1 : 0;
      return this.items.shift();
    }
    const chunks = this.takeChunks(first.isAnswered, Math.min(most, BATCH_BYTES));
    const [only] = chunks;
    return { ...first, bytes: only && chunks.length === 1 ? only : Buffer.concat(chunks) };
  }

  /** Removes the next `count` bytes of the leading output. */
  drop(count: number): void {
    let left = count;
    for (let next = this.items[0]; left > 0 && next?.kind === 'output'; next = this.items[0]) {
      const chunks = this.takeChunks(next.isAnswered, left);
      left -= chunks.reduce((sum, { length }) => sum + length, 0);
    }
  }

  /** Removes all items and returns the waiting reads. */
  clear(): readonly WaitingRead[] {
    const reads = this.items.filter((item) => item.kind === 'read');
    this.items = [];
    this.packed = undefined;
    this.size = 0;
    this.readCount = 0;
    this.settled = 0;
    return reads;
  }

  private pushOutput(item: WaitingOutput): void {
    const last = this.items.at(-1);
    const isMore = last?.kind === 'output' && last.isAnswered === item.isAnswered;
    const bytes = isMore ? this.joiner.join(last.bytes, item.bytes) : undefined;
    if (bytes) {
      this.items.pop();
    }
    this.items.push(bytes ? { ...item, bytes } : item);
    this.size += item.bytes.length;
  }

  private leadingOutput(): readonly WaitingOutput[] {
    const output: WaitingOutput[] = [];
    for (const item of this.items) {
      if (item.kind !== 'output') {
        break;
      }
      output.push(item);
    }
    return output;
  }

  /** At most `most` bytes from the front. The last chunk is split if necessary. */
  private takeChunks(isAnswered: boolean, most: number): Uint8Array[] {
    const chunks: Uint8Array[] = [];
    let left = most;
    let count = 0;
    for (const item of this.items) {
      if (item.kind !== 'output' || item.isAnswered !== isAnswered || left === 0) {
        break;
      }
      chunks.push(item.bytes.subarray(0, left));
      if (item.bytes.length > left) {
        this.items[count] = { ...item, bytes: item.bytes.subarray(left) };
        left = 0;
        break;
      }
      left -= item.bytes.length;
      count++;
    }
    this.items.splice(0, count);
    this.size -= most - left;
    this.settled = Math.max(0, this.settled - (most - left));
    return chunks;
  }
}
