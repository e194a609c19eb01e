/** Room for many small chunks. A separate chunk costs some hundred bytes more than its content. */
const BLOCK_BYTES = 16 * 1024;

/** The longest chunk that is small. For longer ones, as those of a flood, a copy costs more than it saves. */
const SMALL_BYTES = 2 * 1024;

/** Joins consecutive small chunks, so that a MB of them costs a MB. */
export class ChunkJoiner {
  private block: Uint8Array = new Uint8Array(0);
  private used = 0;

  /**
   * The two chunks as one; undefined if one of them is too long to be copied, or both are for a block. `last` is not
   * modified; it may be a result of this method, or the rest of one.
   */
  join(last: Uint8Array, next: Uint8Array): Uint8Array | undefined {
    const length = last.length + next.length;
    const isSmall = last.length <= SMALL_BYTES || last.buffer === this.block.buffer;
    if (!isSmall || next.length > SMALL_BYTES || length > BLOCK_BYTES) {
      return undefined;
    }
    const start = this.startOf(last, next.length);
    this.block.set(next, this.used);
    this.used += next.length;
    return this.block.subarray(start, this.used);
  }

  /** The position of `last` in a block with room behind it: where it is, or of a copy in the current or a new block. */
  private startOf(last: Uint8Array, room: number): number {
    const { block, used } = this;
    const isAtEnd = last.buffer === block.buffer && last.byteOffset + last.length === used;
    if (isAtEnd && used + room <= block.length) {
      return used - last.length;
    }
    if (used + last.length + room > block.length) {
      this.block = new Uint8Array(BLOCK_BYTES);
      this.used = 0;
    }
    this.block.set(last, this.used);
    this.used += last.length;
    return this.used - last.length;
  }
}
