import { MAX_LINE_CHARS } from '../limits';
import { LineCells, type EraseRange } from './lineCells';
import { endOfSgr } from '../screen/escapes/sgrSequence';
import { addSgr, styleAfter } from './sgrStyle';

/** The columns of the widest character, a tab. */
const WIDEST = 8;

/**
 * One line of output while it grows. Until something is overwritten, it is stored as text; the
 * first overwrite converts it to columns.
 */
export class TextLine {
  private raw = '';
  private cells: LineCells | undefined;
  /** Whether a carriage return has arrived, which usually ends the line without overwriting it. */
  private returned = false;
  private styleAtStart = '';
  /** The style at the cursor, once there are cells. Before that it follows from the text. */
  private style = '';

  get isEmpty(): boolean {
    return (this.cells?.length ?? this.raw.length) === 0;
  }

  /**
   * Writes text with its tabs and SGR sequences, as much as the line has room for. Returns the
   * rest, which for an empty line is never all of it.
   */
  write(run: string): string {
    if (!this.isAtEnd) {
      return this.writeCells(this.openCells(), run);
    }
    const fits = fitting(run, MAX_LINE_CHARS - this.raw.length);
    this.raw += run.slice(0, fits);
    return run.slice(fits);
  }

  carriageReturn(): void {
    this.returned = true;
  }

  moveTo(column: number): void {
    if (column === 0) {
      this.carriageReturn();
    } else if (!this.isEmpty) {
      this.openCells().moveTo(column);
    }
  }

  moveBy(columns: number): void {
    if (!this.isEmpty && (columns < 0 || !this.isAtEnd)) {
      this.openCells().moveBy(columns);
    }
  }

  erase(range: EraseRange): void {
    if (!this.isEmpty && (range !== 'right' || !this.isAtEnd)) {
      this.openCells().erase(range);
    }
  }

  /** Ends the line and returns it, in several pieces if its colours exceed the limit of a line. */
  take(): readonly string[] {
    const { cells, raw, styleAtStart } = this;
    const style = cells ? this.style : styleAfter(styleAtStart, raw);
    this.raw = '';
    this.cells = undefined;
    this.returned = false;
    this.styleAtStart = style;
    return cells ? cells.format(styleAtStart, style, MAX_LINE_CHARS) : [raw];
  }

  /** Whether nothing has been overwritten, and further text does not overwrite anything. */
  private get isAtEnd(): boolean {
    return !this.cells && !this.returned;
  }

  private openCells(): LineCells {
    const cells = this.cells ?? this.takeApart();
    this.cells = cells;
    if (this.returned) {
      this.returned = false;
      cells.moveTo(0);
    }
    return cells;
  }

  private takeApart(): LineCells {
    const { raw } = this;
    const cells = new LineCells();
    this.raw = '';
    this.style = this.styleAtStart;
    this.writeCells(cells, raw);
    return cells;
  }

  private writeCells(cells: LineCells, run: string): string {
    let index = 0;
    while (index < run.length) {
      const end = endOfSgr(run, index);
      if (end > index) {
        this.style = addSgr(this.style, run.slice(index + 2, end - 1));
        index = end;
      } else if (cells.cursor + WIDEST > MAX_LINE_CHARS) {
        return run.slice(index);
      } else {
        const character = String.fromCodePoint(run.codePointAt(index) ?? 0);
        writeCharacter(cells, character, this.style);
        index += character.length;
      }
    }
    return '';
  }
}

function writeCharacter(cells: LineCells, character: string, style: string): void {
  if (character === '\t') {
    cells.tab();
  } else {
    cells.write(character, style);
  }
}

/**
 * How much of `run` fits into `room` characters without splitting a sequence or a surrogate pair.
 */
function fitting(run: string, room: number): number {
  if (run.length <= room) {
    return run.length;
  }
  const escape = room > 0 ? run.lastIndexOf('\x1b', room - 1) : -1;
  if (escape >= 0 && endOfSgr(run, escape) > room) {
    return escape;
  }
  const last = run.charCodeAt(room - 1);
  return last >= 0xd800 && last <= 0xdbff ? room - 1 : Math.max(0, room);
}
