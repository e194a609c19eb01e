/** Room for many small chunks. A chunk on its own costs some hundred bytes more than it holds. */
const BLOCK_BYTES = 16 * 1024;

/** Puts small chunks that come one after the other into one piece, so that a MB of them costs a MB. */
export class ChunkJoiner {
  private block: Uint8Array = new Uint8Array(0);
  private used = 0;

  /**
   * The two as one piece, or nothing where they are too much for that. `last` stays as it is, and
   * may be a piece that came from here, or what is left of one.
   */
  join(last: Uint8Array, next: Uint8Array): Uint8Array | undefined {
    const length = last.length + next.length;
    if (length > BLOCK_BYTES) {
      return undefined;
    }
    const start = this.startOf(last, next.length);
    this.block.set(next, this.used);
    this.used += next.length;
    return this.block.subarray(start, this.used);
  }

  /** Where `last` begins in a block that has room behind it: in the one there is, or a copy in a new one. */
  private startOf(last: Uint8Array, room: number): number {
    const { block, used } = this;
    const isHere = last.buffer === block.buffer && last.byteOffset + last.length === used;
    if (isHere && used + room <= block.length) {
      return used - last.length;
    }
    this.block = new Uint8Array(BLOCK_BYTES);
    this.block.set(last);
    this.used = last.length;
    return 0;
  }
}
