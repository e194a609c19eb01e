import type { TerminalCore, TerminalLine } from '../screenTerminal';
import { extraBytes } from './rowBytes';

interface HeavyRow {
  /** The number of the row, counted since the start. */
  readonly number: number;
  readonly bytes: number;
}

/**
 * The memory of the combining marks, links and underline styles above the screen. Rows there do not
 * change, so each is counted once, when it has left the screen.
 */
export class HistoryExtras {
  /** The rows that have any, oldest first; those before `firstHeavy` are removed. */
  private heavy: HeavyRow[] = [];
  private firstHeavy = 0;
  private size = 0;
  /** The number of the newest row. */
  private newest = 0;
  /** Identifies the newest row: a line that was recycled has another object. */
  private newestMark: TerminalLine['_combined'] | undefined;

  constructor(private readonly buffers: TerminalCore['buffers']) {}

  /** In bytes, as of the last update. */
  get bytes(): number {
    return this.size;
  }

  /** Counts the rows that have left the screen since the last update, and forgets removed ones. */
  update(): void {
    const { lines, ybase } = this.buffers.normal;
    let found: { readonly age: number; readonly bytes: number }[] | undefined;
    let age = 0;
    for (; age < ybase; age++) {
      const line = lines.get(ybase - 1 - age);
      if (!line || line._combined === this.newestMark) {
        break;
      }
      const bytes = extraBytes(line);
      if (bytes > 0) {
        found ??= [];
        found.push({ age, bytes });
      }
    }
    this.newest += age;
    this.newestMark = ybase > 0 ? lines.get(ybase - 1)?._combined : undefined;
    for (const { age: rowAge, bytes } of found?.reverse() ?? []) {
      this.heavy.push({ number: this.newest - rowAge, bytes });
      this.size += bytes;
    }
    this.forgetOldest(0);
  }

  /** Forgets removed rows and, of the others, the oldest `count`, which were emptied. */
  forgetOldest(count: number): void {
    const oldest = this.newest - this.buffers.normal.ybase + 1 + count;
    let first = this.heavy[this.firstHeavy];
    while (first && first.number < oldest) {
      this.size -= first.bytes;
      first = this.heavy[++this.firstHeavy];
    }
    if (this.firstHeavy > this.heavy.length / 2) {
      this.heavy = this.heavy.slice(this.firstHeavy);
      this.firstHeavy = 0;
    }
  }

  /** Counts all rows at the next update, since they were rearranged. */
  restart(): void {
    this.heavy = [];
    this.firstHeavy = 0;
    this.size = 0;
    this.newestMark = undefined;
  }

  /** How many of the oldest rows take at least `bytes`; all rows if they take less. */
  rowsWith(bytes: number, plainBytes: number): number {
    const { ybase } = this.buffers.normal;
    const oldest = this.newest - ybase + 1;
    let heavyIndex = this.firstHeavy;
    let left = bytes;
    let rows = 0;
    for (; rows < ybase && left > 0; rows++) {
      const next = this.heavy[heavyIndex];
      const isHeavy = next?.number === oldest + rows;
      heavyIndex += isHeavy ? 1 : 0;
      left -= plainBytes + (isHeavy ? next.bytes : 0);
    }
    return rows;
  }
}
