import type { ScreenLinks } from '../screenLinks';
import {
  DEFAULT_PEN,
  hasBackground,
  hasExtended,
  isMoreThanBackground,
  isSamePen,
  penOf,
  PenFormats,
  type Pen,
} from './screenPen';
import type { TerminalBuffer, TerminalCell, TerminalLine } from '../screenTerminal';

const NEW_ROW = '\r\n';
const SPACE = 0x20;
/** Below it, a character is one UTF-16 code unit. */
const FIRST_PAIR = 0x10000;
/** Code units that become a string at once. */
const MOST_UNITS = 512;

/** The input of a row painter. */
export interface RowSource {
  readonly cols: number;
  readonly buffer: TerminalBuffer;
  readonly links: ScreenLinks;
  /** One cell object that is used for all cells. */
  readonly cell: TerminalCell;
}

/**
 * Writes rows of a buffer as a program would: downwards from the cursor of an empty screen, wrapped
 * rows by writing beyond the edge. So the reading terminal has the same cells, and joins the same
 * rows when it is resized.
 */
export class RowPainter {
  private pen = DEFAULT_PEN;
  /**
   * In pieces, since a string that grows by single cells becomes a tree, which is slow to collect.
   */
  private out: string[] = [];
  /** UTF-16 code units after `out`: a string for each of them would take most of the time. */
  private readonly units = new Uint16Array(MOST_UNITS);
  private unitCount = 0;
  private readonly pens = new PenFormats();
  private lastFg = 0;
  private lastBg = 0;
  private lastPen = DEFAULT_PEN;

  constructor(private readonly source: RowSource) {}

  /**
   * Writes rows `from` up to but not including `to`. The cursor ends at the end of the last one.
   */
  paint(from: number, to: number): string {
    for (let index = from; index < to; index++) {
      this.paintRow(index);
      if (index + 1 < to) {
        this.goToNextRow(index);
      }
    }
    return this.take();
  }

  /** Moves from row `index` to the next, between two calls of `paint` for consecutive rows. */
  advance(index: number): string {
    this.goToNextRow(index);
    return this.take();
  }

  /** Switches to `pen` and its link, unless it is the current pen. */
  use(pen: Pen): void {
    if (isSamePen(this.pen, pen)) {
      return;
    }
    if (this.pen.link !== pen.link) {
      this.push(this.source.links.format(pen.link));
    }
    this.push(this.pens.format(pen));
    this.pen = pen;
  }

  take(): string {
    this.flush();
    const text = this.out.join('');
    this.out = [];
    return text;
  }

  private paintRow(index: number): void {
    const line = this.source.buffer.lines.get(index);
    if (!line) {
      return;
    }
    let blanks = 0;
    let blankPen = DEFAULT_PEN;
    let column = 0;
    while (column < this.source.cols) {
      const cell = line.loadCell(column, this.source.cell);
      const pen = this.penFor(cell);
      if (cell.getCode() === 0 && !isMoreThanBackground(pen)) {
        if (blanks > 0 && !isSamePen(pen, blankPen)) {
          this.skip(blanks, blankPen);
          blanks = 0;
        }
        blanks++;
        blankPen = pen;
        column++;
        continue;
      }
      this.skip(blanks, blankPen);
      blanks = 0;
      this.use(pen);
      column += this.print(cell, column);
    }
    this.eraseBlanks(blanks, blankPen);
  }

  /** Writes one cell and returns how many columns it took. */
  private print(cell: TerminalCell, column: number): number {
    const width = cell.getWidth();
    const code = cell.getCode();
    if (width === 1 && code < FIRST_PAIR && !cell.isCombined()) {
      this.pushUnit(code === 0 ? SPACE : code);
      return 1;
    }
    const chars = cell.getChars();
    if (chars !== '' && width === 0) {
      // A combining mark that joined nothing. A cursor move before it keeps it separate.
      this.push(`\x1b[${column + 1}G${chars}`);
      return 1;
    }
    if (column + width > this.source.cols) {
      // The left half of a wide character that a resize has cut. Printed, it would go to the next
      // row.
      this.push(' ');
      return 1;
    }
    this.push(chars === '' ? ' ' : chars);
    return Math.max(width, 1);
  }

  /** Moves over empty cells. */
  private skip(blanks: number, pen: Pen): void {
    if (blanks > 0) {
      this.eraseBlanks(blanks, pen);
      this.push(`\x1b[${blanks}C`);
    }
  }

  /** Writes the background of empty cells. Without a background they are already correct. */
  private eraseBlanks(blanks: number, pen: Pen): void {
    if (blanks > 0 && hasBackground(pen)) {
      this.use(pen);
      this.push(`\x1b[${blanks}X`);
    }
  }

  private push(text: string): void {
    this.flush();
    this.out.push(text);
  }

  private pushUnit(unit: number): void {
    if (this.unitCount === MOST_UNITS) {
      this.flush();
    }
    this.units[this.unitCount++] = unit;
  }

  private flush(): void {
    if (this.unitCount > 0) {
      this.out.push(toText(this.units, this.unitCount));
      this.unitCount = 0;
    }
  }

  private goToNextRow(index: number): void {
    const { buffer } = this.source;
    const next = buffer.lines.get(index + 1);
    // A row that scrolls in gets the background of the current pen.
    if (hasBackground(this.pen)) {
      this.use(DEFAULT_PEN);
    }
    if (!next?.isWrapped) {
      this.push(NEW_ROW);
      return;
    }
    const line = buffer.lines.get(index);
    if (line && !this.wrapsByItself(line, next)) {
      this.forceWrap(line);
    }
  }

  /** Whether printing the next row's first character now wraps. */
  private wrapsByItself(line: TerminalLine, next: TerminalLine): boolean {
    const { cell } = this.source;
    const first = next.loadCell(0, cell);
    if (first.getChars() === '' || first.getWidth() === 0 || hasBackground(this.penFor(first))) {
      return false;
    }
    return this.endsInCharacter(line);
  }

  private endsInCharacter(line: TerminalLine): boolean {
    const { cell, cols } = this.source;
    const last = line.loadCell(cols - 1, cell);
    if (last.getChars() !== '') {
      return last.getWidth() > 0;
    }
    const isRightHalf = last.getWidth() === 0 && cols > 1;
    return isRightHalf
      ? line.loadCell(cols - 2, cell).getWidth() === 2
      : isMoreThanBackground(this.penFor(last));
  }

  /** Prints beyond the edge, and restores the cells on both sides. */
  private forceWrap(line: TerminalLine): void {
    const { cell, cols } = this.source;
    const endsInCharacter = this.endsInCharacter(line);
    const lastPen = this.penFor(line.loadCell(cols - 1, cell));
    const background = { ...DEFAULT_PEN, bg: lastPen.bg };
    if (!endsInCharacter) {
      this.use(background);
      this.push(`\x1b[${cols}G `);
    }
    this.use(DEFAULT_PEN);
    this.push(' \r\x1b[X');
    if (!endsInCharacter) {
      this.use(background);
      this.push(`\x1b[A\x1b[${cols}G\x1b[X\x1b[B\r`);
      this.use(DEFAULT_PEN);
    }
  }

  /** The cell's pen. Usually it is that of the previous cell, which is reused. */
  private penFor(cell: TerminalCell): Pen {
    if (cell.fg !== this.lastFg || cell.bg !== this.lastBg || hasExtended(cell)) {
      this.lastFg = cell.fg;
      this.lastBg = cell.bg;
      this.lastPen = this.withKnownLink(penOf(cell));
    }
    return this.lastPen;
  }

  /** A link that was removed is dropped. */
  private withKnownLink(pen: Pen): Pen {
    return pen.link === 0 || this.source.links.has(pen.link) ? pen : { ...pen, link: 0 };
  }
}

/** The text of the first `count` UTF-16 code units, which are not spread: that is slower. */
function toText(units: Uint16Array, count: number): string {
  const part: ArrayLike<number> = units.subarray(0, count);
  return String.fromCharCode.apply(undefined, part as number[]);
}
