import { MAX_CELL_CHARS } from '../limits';
import { columnsOf } from '../screen/xterm/screenUnicode';
import { formatStyleChange } from './sgrStyle';

const TAB_COLUMNS = 8;

interface Cell {
  /** Empty in the second column of a wide character. */
  readonly text: string;
  readonly style: string;
}

/**
 * A cell that was never written, or was erased. At the end of a line it is not part of the text.
 */
const BLANK: Cell = { text: ' ', style: '' };

/** The range of an erase within a line, relative to the cursor: `ESC [ 0 K`, `1 K`, `2 K`. */
export type EraseRange = 'right' | 'left' | 'all';

/**
 * One line as a terminal shows it, by columns, with a cursor that can move back and overwrite
 * cells. The cursor does not leave the written part.
 */
export class LineCells {
  private readonly cells: Cell[] = [];
  private column = 0;

  /** The number of columns. */
  get length(): number {
    return this.cells.length;
  }

  /** The cursor's column, from 0. */
  get cursor(): number {
    return this.column;
  }

  /** Writes one character (a code point) at the cursor. */
  write(character: string, style: string): void {
    const width = columnsOf(character.codePointAt(0) ?? 0);
    if (width === 0) {
      this.join(character);
      return;
    }
    this.blankHalf(this.column);
    this.blankHalf(this.column + width);
    this.cells[this.column] = { text: character, style };
    if (width === 2) {
      this.cells[this.column + 1] = { text: '', style };
    }
    this.column += width;
  }

  /** Moves to the next tab stop, over existing cells. */
  tab(): void {
    const stop = this.column + TAB_COLUMNS - (this.column % TAB_COLUMNS);
    while (this.cells.length < stop) {
      this.cells.push(BLANK);
    }
    this.column = stop;
  }

  moveTo(column: number): void {
    this.column = Math.max(0, Math.min(column, this.cells.length));
  }

  moveBy(columns: number): void {
    this.moveTo(this.column + columns);
  }

  erase(range: EraseRange): void {
    if (range !== 'left') {
      this.blankHalf(this.column);
      this.cells.length = this.column;
    }
    if (range !== 'right') {
      this.cells.fill(BLANK, 0, this.column + 1);
      this.blankHalf(this.column + 1);
    }
  }

  /**
   * The text with its colours, in pieces of at most `limit` characters. `from` is the style before
   * the line, `to` the style after it.
   */
  format(from: string, to: string, limit: number): readonly string[] {
    const pieces: string[] = [];
    let piece = '';
    let style = from;
    const add = (text: string): void => {
      if (piece.length + text.length > limit) {
        pieces.push(piece);
        piece = '';
      }
      piece += text;
    };
    for (const cell of this.cells.slice(0, this.textLength())) {
      if (cell.text !== '') {
        add(formatStyleChange(style, cell.style) + cell.text);
        style = cell.style;
      }
    }
    add(formatStyleChange(style, to));
    return [...pieces, piece];
  }

  private textLength(): number {
    let length = this.cells.length;
    while (this.cells[length - 1] === BLANK) {
      length -= 1;
    }
    return length;
  }

  /** Adds a combining mark to the character before the cursor. */
  private join(mark: string): void {
    const before = this.cells[this.column - 1]?.text === '' ? this.column - 2 : this.column - 1;
    const cell = this.cells[before];
    if (cell && cell.text.length + mark.length <= MAX_CELL_CHARS) {
      this.cells[before] = { ...cell, text: cell.text + mark };
    }
  }

  /** Replaces a wide character that is split at `column` by blanks. */
  private blankHalf(column: number): void {
    if (this.cells[column]?.text === '') {
      this.cells[column - 1] = BLANK;
      this.cells[column] = BLANK;
    }
  }
}
