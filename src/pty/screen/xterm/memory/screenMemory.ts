import { MAX_PROCESS_SCREEN_BYTES, MAX_SCREEN_BYTES } from '../../../limits';
import type { Dimensions } from '../../../ptyProcess';
import type { ScreenLinks } from '../screenLinks';
import type { ScreenTerminal, TerminalLine } from '../screenTerminal';
import { HistoryExtras } from './historyExtras';
import { releaseRemoved, removeOldest, shrinkArrays, writeNotice } from './removedRows';
import {
  extraBytes,
  mostPlainRows,
  plainRowBytes,
  screenRowBytes,
  TERMINAL_BYTES,
  TRIM_BYTES,
} from './rowBytes';

/** A combining mark until the texts of its row are joined; bytes. */
const MARK_BYTES = 56;
/** The most that a byte of output adds to the rows of a screen, apart from marks; bytes. */
const ATTRIBUTES_PER_BYTE = 12;
/** The room that is worth more rows; bytes. */
const EXTEND_BYTES = 512 * 1024;
/** The least that is left after a count, so that the next one is not due at once; bytes. */
const RECOUNT_BYTES = 128 * 1024;
/** Marks that are joined to cells before a sequence that may repeat them. */
const MANY_MARKS = 16 * 1024;

const MB = 1024 * 1024;
const GB = 1024 * MB;

const NOTICE = {
  screen: `older rows were removed: this screen reached its memory limit of ${MAX_SCREEN_BYTES / MB} MB`,
  process: `older rows were removed: all screens together reached their memory limit of ${MAX_PROCESS_SCREEN_BYTES / GB} GB`,
} as const;

interface ScreenMemoryDeps {
  readonly screen: ScreenTerminal;
  readonly links: ScreenLinks;
  /** The most rows above the screen. */
  readonly scrollback: number;
  /** The output that waits for this screen, in bytes, which is part of its memory. */
  readonly waitingBytes: () => number;
  /** What would rebuild the engine, in bytes, which is part of it, too. */
  readonly journalBytes?: (() => number) | undefined;
}

/** Why rows were removed, and how many were left above the screen after the last notice. */
interface Removal {
  readonly notice: string;
  rows: number;
}

/**
 * Counts the memory of a screen and keeps it below `MAX_SCREEN_BYTES`: if it is more, rows are
 * removed, the oldest first. The rows above the screen are counted exactly, each when it leaves the
 * screen. The rows of the screen are counted when an upper bound exceeds the limit.
 */
export class ScreenMemory {
  private readonly history: HistoryExtras;
  /** What the screen's rows had when they were last counted, and the most that was added since. */
  private screenExtras = 0;
  private addedMost = 0;
  private countedMarks = 0;
  private removal: Removal | undefined;

  constructor(private readonly deps: ScreenMemoryDeps) {
    this.history = new HistoryExtras(deps.screen.core.buffers);
  }

  /** An upper bound of the memory without the output that waits, in bytes. */
  get bytes(): number {
    const { cols, rows, buffers } = this.core;
    const { normal, alt } = buffers;
    const shown = alt.lines.length > 0 ? 2 * rows : rows;
    const above = normal.lines.length + alt.lines.length - shown;
    const extras = this.history.bytes + this.screenExtras + this.addedMost;
    const plain = above * plainRowBytes(cols) + shown * screenRowBytes(cols);
    return TERMINAL_BYTES + plain + extras + this.deps.links.bytes;
  }

  /** Called after each slice of output. `left` is the rest of it, in bytes. */
  handleParsed(bytes: number, left: number): void {
    this.addedMost += bytes * ATTRIBUTES_PER_BYTE;
    this.recount(left);
    if (left === 0) {
      this.explain();
    }
  }

  /** Called before a sequence that may repeat a cell with its marks all over the row. */
  handleRepeat(): void {
    if (this.deps.screen.marks.count - this.countedMarks > MANY_MARKS) {
      this.recount();
    }
  }

  /** Removes the rows that have no room at the new width, before the terminal rearranges the rest. */
  prepareResize(size: Dimensions): void {
    const rows = rowsAbove(size, this.deps.scrollback);
    removeOldest(this.core, this.core.buffers.normal.ybase - rows);
    this.core.optionsService.rawOptions.scrollback = rows;
  }

  handleResized(): void {
    const { normal, alt } = this.core.buffers;
    [normal, alt].forEach(({ lines }) => {
      shrinkArrays(lines);
      releaseRemoved(lines);
    });
    this.history.restart();
    this.recount();
    this.explain();
  }

  /** Removes the oldest rows until at most `bytes` are held, if there are enough. */
  shrinkTo(bytes: number): void {
    this.countScreen();
    const excess = this.bytes - bytes;
    if (excess > 0) {
      this.removeHistory(excess);
      this.removal = { notice: NOTICE.process, rows: this.historyRows };
      this.explain();
    }
  }

  private get core() {
    return this.deps.screen.core;
  }

  /** Counts what has changed, and applies the limit. `left` bytes of output are not parsed yet. */
  private recount(left = 0): void {
    this.addMarks();
    this.history.update();
    const { waitingBytes, journalBytes } = this.deps;
    const most = MAX_SCREEN_BYTES - waitingBytes() - (journalBytes?.() ?? 0) - left;
    this.limit(most);
    this.extend(most);
  }

  private addMarks(): void {
    const { count } = this.deps.screen.marks;
    this.addedMost += (count - this.countedMarks) * MARK_BYTES;
    this.countedMarks = count;
  }

  private limit(most: number): void {
    if (this.bytes <= most) {
      return;
    }
    this.countScreen();
    const target = most - TRIM_BYTES;
    if (this.bytes > most - RECOUNT_BYTES) {
      this.removeHistory(this.bytes - target);
      if (this.bytes > most) {
        this.emptyScreenRows(this.bytes - target);
      }
      this.removal = { notice: NOTICE.screen, rows: this.historyRows };
    }
  }

  /** Allows more rows again after a removal that lowered their number. */
  private extend(most: number): void {
    const { core } = this;
    const { lines } = core.buffers.normal;
    if (lines.maxLength < this.mostLines) {
      const room = most - this.bytes - TRIM_BYTES;
      const more = room > EXTEND_BYTES ? Math.floor(room / 2 / plainRowBytes(core.cols)) : 0;
      lines.maxLength = Math.min(lines.maxLength + more, this.mostLines);
    }
  }

  private get mostLines(): number {
    return this.core.rows + this.core.optionsService.rawOptions.scrollback;
  }

  private countScreen(): void {
    this.screenExtras = this.screenRows().reduce((sum, line) => sum + extraBytes(line), 0);
    this.addedMost = 0;
  }

  private removeHistory(bytes: number): void {
    removeOldest(this.core, this.history.rowsWith(bytes, plainRowBytes(this.core.cols)));
    this.history.update();
  }

  /** Only rows with extra bytes: the others are limited by the size of a screen. */
  private emptyScreenRows(bytes: number): void {
    let left = bytes;
    for (const line of this.screenRows()) {
      const extra = left > 0 ? extraBytes(line) : 0;
      if (extra > 0) {
        line.fill(this.core.buffers.active.getNullCell());
        this.screenExtras -= extra;
        left -= extra;
      }
    }
  }

  private screenRows(): readonly TerminalLine[] {
    const { normal, alt } = this.core.buffers;
    return [normal, alt]
      .flatMap(({ lines, ybase }) =>
        Array.from({ length: lines.length - ybase }, (_, row) => lines.get(ybase + row)),
      )
      .filter((line) => line !== undefined);
  }

  /**
   * Writes a notice in place of the oldest rows, after each parse until as many rows as the width
   * allows are there again or the program has removed the rest. While output waits, the terminal
   * keeps its number of rows and reuses their lines, which takes a quarter of the time of new ones.
   */
  private explain(): void {
    const { removal } = this;
    if (removal === undefined) {
      return;
    }
    const rows = this.historyRows;
    if (rows < removal.rows || rows >= rowsAbove(this.core, this.deps.scrollback)) {
      this.removal = undefined;
      return;
    }
    removal.rows = rows;
    if (this.deps.waitingBytes() === 0) {
      // With room for further rows, the notice is not the next one that is removed.
      this.core.buffers.normal.lines.maxLength = this.mostLines;
    }
    this.history.forgetOldest(writeNotice(this.core, `[Agent Terminals: ${removal.notice}]`));
  }

  private get historyRows(): number {
    return this.core.buffers.normal.ybase;
  }
}

/** The rows above a screen that it keeps at this size, if they are plain. */
export function rowsAbove(size: Dimensions, scrollback: number): number {
  return Math.min(scrollback, mostPlainRows(size));
}

/** Why a screen of this size keeps fewer rows than `scrollback`; undefined if it does not. */
export function describeRowLimit(size: Dimensions, scrollback: number): string | undefined {
  const rows = rowsAbove(size, scrollback);
  return rows < scrollback
    ? `The screen keeps fewer than ${scrollback} rows when it is wide, for example at most ${rows} at ${size.cols} columns: its memory is limited to ${MAX_SCREEN_BYTES / MB} MB.`
    : undefined;
}
