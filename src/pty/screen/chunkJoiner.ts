/** Room for many small chunks. A separate chunk costs some hundred bytes more than its content. */
const BLOCK_BYTES = 16 * 1024;

/** The longest chunk that is small. For longer ones, as those of a flood, a copy costs more than it saves. */
const SMALL_BYTES = 2 * 1024;

/** Joins consecutive small chunks, so that a MB of them costs a MB. */
export class ChunkJoiner {
  private block: Uint8Array = new Uint8Array(0);
  private used = 0;

  /**
   * The two chunks as one; undefined if `next` is not small, or `last` is neither small nor has room behind it. `last`
   * is not modified; it may be a result of this method, or the rest of one.
   */
  join(last: Uint8Array, next: Uint8Array): Uint8Array | undefined {
    const canExtend = this.isLast(last) && this.used + next.length <= this.block.length;
    if (next.length > SMALL_BYTES || !(canExtend || last.length <= SMALL_BYTES)) {
      return undefined;
    }
    if (!canExtend) {
      this.copy(last, next.length);
    }
    this.copy(next);
    return this.block.subarray(this.used - last.length - next.length, this.used);
  }

  /** Whether a chunk is the last one in the block. */
  private isLast({ buffer, byteOffset, length }: Uint8Array): boolean {
    return buffer === this.block.buffer && byteOffset + length === this.used;
  }

  /** Copies a chunk to the end of the block, or into a new one if it has not room for the chunk and `more` bytes. */
  private copy(chunk: Uint8Array, more = 0): void {
    if (this.used + chunk.length + more > this.block.length) {
      this.block = new Uint8Array(BLOCK_BYTES);
      this.used = 0;
    }
    this.block.set(chunk, this.used);
    this.used += chunk.length;
  }
}
