import type { ScreenTerminal, TerminalLine } from '../screenTerminal';
import { extraBytes, mostExtraBytes } from './rowBytes';

/** Marks of the screen after which its rows are limited, too: xterm.js appends mark by mark, some 56 bytes each. */
const MANY_MARKS = 16 * 1024;

/** The least number of rows after which all are counted again. */
const RECOUNT_AFTER = 1000;

/** Cell flags and fields of xterm.js (`common/buffer/Constants.ts`). */
const CELL_NUMBERS = 3;
const IS_COMBINED = 0x200000;
const CODE_POINT = 0x1fffff;
const HAS_EXTENDED = 0x10000000;

/**
 * Limits what a row has beside its cells (combining marks, links, underline styles) when it leaves the screen, so
 * that the memory of a screen is bounded for any output. A row with more loses them; its characters stay.
 */
export class RowExtras {
  /** Of the rows that left the screen since the last count, and of those above it then. */
  private seen = 0;
  private scrolls = 0;
  private handledMarks = 0;

  constructor(private readonly screen: ScreenTerminal) {
    screen.terminal.onScroll(() => this.handleScroll());
  }

  /** An upper bound of what the rows above the screen have beside their cells, in bytes. */
  get bytes(): number {
    const { cols, buffers } = this.screen.core;
    return Math.min(this.seen, buffers.normal.ybase * mostExtraBytes(cols));
  }

  /** Called when combining marks may have been added to the rows of the screen. */
  handleMarks(): void {
    const { marks, core } = this.screen;
    if (marks.count - this.handledMarks > MANY_MARKS) {
      this.handledMarks = marks.count;
      const { normal, alt } = core.buffers;
      [normal, alt].forEach(({ lines, ybase }) => limitRows(lines, ybase));
    }
  }

  /** Called when rows were rearranged. */
  handleResized(): void {
    this.scrolls = 0;
    this.seen = limitRows(this.screen.core.buffers.normal.lines, 0);
  }

  /** Fires also for the alternate buffer and for regions, whose rows do not leave the screen. */
  private handleScroll(): void {
    const { active, normal } = this.screen.core.buffers;
    if (active !== normal || normal.scrollTop > 0) {
      return;
    }
    const left = normal.lines.get(normal.ybase - 1);
    this.seen += left ? limitRow(left) : 0;
    this.scrolls++;
    if (this.seen > 0 && this.scrolls > Math.max(RECOUNT_AFTER, normal.ybase)) {
      // Rows that were removed at the other end are no longer counted.
      this.handleResized();
    }
  }
}

/** Limits the rows from an index on, and returns what is left of their extra bytes. */
function limitRows(
  lines: { readonly length: number; get(index: number): TerminalLine | undefined },
  first: number,
): number {
  let bytes = 0;
  for (let row = first; row < lines.length; row++) {
    const line = lines.get(row);
    bytes += line ? limitRow(line) : 0;
  }
  return bytes;
}

function limitRow(line: TerminalLine): number {
  const bytes = extraBytes(line);
  if (bytes <= mostExtraBytes(line.length)) {
    return bytes;
  }
  removeExtras(line);
  return 0;
}

function removeExtras(line: TerminalLine): void {
  const { _combined: texts, _data: data } = line;
  for (let column = 0; column < line.length; column++) {
    const at = column * CELL_NUMBERS;
    const content = data[at] ?? 0;
    if ((content & IS_COMBINED) !== 0) {
      const first = texts[column]?.codePointAt(0) ?? 0;
      data[at] = (content & ~IS_COMBINED & ~CODE_POINT) | first;
    }
    data[at + 2] = (data[at + 2] ?? 0) & ~HAS_EXTENDED;
  }
  line._combined = {};
  line._extendedAttrs = {};
}
