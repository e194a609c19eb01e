import { Terminal } from '@xterm/headless';

/** Digits of a number, each of which stands in a row of its own. */
export const NUMBER_DIGITS = 8;

const SIZE = { cols: 80, rows: 24 } as const;

type Piece = { readonly kind: 'bytes' | 'drawing'; readonly text: string };

/** What a viewer is given of a program that counts, a number in each row; it is judged at the end. */
export class NumberedStream {
  private readonly pieces: Piece[] = [];
  private readonly decoder = new TextDecoder();
  private last = -1;
  /** The begin of a row that is not whole yet. */
  private begun = '';
  private faults = 0;

  pushBytes(bytes: Uint8Array): void {
    this.pieces.push({ kind: 'bytes', text: this.decoder.decode(bytes, { stream: true }) });
  }

  pushDrawing(text: string): void {
    this.pieces.push({ kind: 'drawing', text });
  }

  /**
   * How many rows were given twice, not in order, in part or, without a drawing in between, not at
   * all; one more if the last number was not `end`.
   */
  async countFaults(end: number): Promise<number> {
    let drawn = '';
    for (const { kind, text } of this.pieces) {
      if (kind === 'drawing') {
        drawn += text;
        continue;
      }
      await this.takeDrawing(drawn);
      drawn = '';
      this.takeRows(text);
    }
    await this.takeDrawing(drawn);
    return this.faults + (this.last === end ? 0 : 1);
  }

  private takeRows(text: string): void {
    const rows = (this.begun + text).split('\r\n');
    this.begun = rows.pop() ?? '';
    rows.forEach((row) => this.take(row, this.last + 1));
  }

  /** A drawing may leave rows out, but it does not go back. */
  private async takeDrawing(drawn: string): Promise<void> {
    if (drawn === '') {
      return;
    }
    const rows = await rowsOf(drawn);
    this.begun = rows.pop() ?? '';
    const [newest] = rows.slice(-1);
    if (newest !== undefined) {
      this.take(newest, Math.max(this.last, Number(newest)));
    }
  }

  private take(row: string, expected: number): void {
    if (this.last < 0 && !/\d/.test(row)) {
      // What the program says before it counts.
      return;
    }
    const isWhole = row.length === NUMBER_DIGITS;
    this.faults += isWhole && Number(row) === expected ? 0 : 1;
    this.last = Number(row);
  }
}

/** What a terminal shows after that, down to its cursor. */
async function rowsOf(drawn: string): Promise<string[]> {
  const terminal = new Terminal({ ...SIZE, allowProposedApi: true });
  await new Promise<void>((fulfil) => terminal.write(drawn, fulfil));
  const { active } = terminal.buffer;
  const rows = Array.from(
    { length: active.cursorY + 1 },
    (_, row) => active.getLine(active.baseY + row)?.translateToString(true) ?? '',
  );
  terminal.dispose();
  return rows;
}
