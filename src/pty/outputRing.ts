/** How much of a session's output is kept for a viewer that comes later, in bytes. */
export const OUTPUT_RING_BYTES = 1024 * 1024;

const LINE_FEED = 0x0a;

/** What a viewer that comes late is given. */
export interface Replay {
  /** What earlier viewers have had: redrawn, and asked nothing again. */
  readonly seen: Uint8Array;
  /** What nobody has had yet, questions to the terminal included. */
  readonly unseen: Uint8Array;
}

/**
 * The end of a session's output, `limit` bytes at the most: the oldest goes first,
 * up to the end of a line, so that what is left does not begin inside a sequence
 * or a character.
 */
export class OutputRing {
  private chunks: Uint8Array[] = [];
  private size = 0;
  private unseenSize = 0;

  constructor(private readonly limit = OUTPUT_RING_BYTES) {}

  /** Keeps `chunk`; `watched` says whether somebody saw it as it came. */
  push(chunk: Uint8Array, watched: boolean): void {
    this.chunks.push(chunk);
    this.size += chunk.length;
    this.unseenSize = watched ? 0 : this.unseenSize + chunk.length;
    if (this.size > 2 * this.limit) {
      this.trim();
    }
  }

  /** All that is kept. From here on it counts as seen. */
  replay(): Replay {
    this.trim();
    const all = Buffer.concat(this.chunks);
    const border = Math.max(0, all.length - this.unseenSize);
    this.unseenSize = 0;
    return { seen: all.subarray(0, border), unseen: all.subarray(border) };
  }

  /** Cuts back to the limit; done seldom, so that keeping output costs next to nothing. */
  private trim(): void {
    if (this.size <= this.limit) {
      return;
    }
    const all = Buffer.concat(this.chunks);
    const cut = all.length - this.limit;
    const lineEnd = all.indexOf(LINE_FEED, cut);
    // A copy: a view would keep all of what was cut off in memory.
    const kept = Buffer.from(all.subarray(lineEnd < 0 ? cut : lineEnd + 1));
    this.chunks = [kept];
    this.size = kept.length;
  }
}
