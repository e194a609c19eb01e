import { Terminal } from '@xterm/headless';

/** Digits of each number. */
export const NUMBER_DIGITS = 8;

const SIZE = { cols: 80, rows: 24 } as const;

type Piece = { readonly kind: 'bytes' | 'drawing'; readonly text: string };

/** Collects the output that a viewer receives from a program that counts, one number per row. */
export class NumberedStream {
  private readonly pieces: Piece[] = [];
  private readonly decoder = new TextDecoder();
  private last = -1;
  /** The begin of an incomplete row. */
  private partialRow = '';
  private faults = 0;

  pushBytes(bytes: Uint8Array): void {
    this.pieces.push({ kind: 'bytes', text: this.decoder.decode(bytes, { stream: true }) });
  }

  pushDrawing(text: string): void {
    this.pieces.push({ kind: 'drawing', text });
  }

  /**
   * Counts the rows that are repeated, out of order, incomplete, or missing without a drawing in
   * between. Adds one if the last number is not `end`. Must be called once, at the end.
   */
  async countFaults(end: number): Promise<number> {
    let drawn = '';
    for (const { kind, text } of this.pieces) {
      if (kind === 'drawing') {
        drawn += text;
        continue;
      }
      await this.applyDrawing(drawn);
      drawn = '';
      this.applyRows(text);
    }
    await this.applyDrawing(drawn);
    return this.faults + (this.last === end ? 0 : 1);
  }

  private applyRows(text: string): void {
    const rows = (this.partialRow + text).split('\r\n');
    this.partialRow = rows.pop() ?? '';
    rows.forEach((row) => this.applyRow(row, this.last + 1));
  }

  /** A drawing may omit rows, but its last number must not be lower than the last one. */
  private async applyDrawing(drawn: string): Promise<void> {
    if (drawn === '') {
      return;
    }
    const rows = await rowsOf(drawn);
    this.partialRow = rows.pop() ?? '';
    const [newest] = rows.slice(-1);
    if (newest !== undefined) {
      this.applyRow(newest, Math.max(this.last, Number(newest)));
    }
  }

  private applyRow(row: string, expected: number): void {
    if (this.last < 0 && !/\d/.test(row)) {
      // Output before the first number.
      return;
    }
    const isWhole = row.length === NUMBER_DIGITS;
    this.faults += isWhole && Number(row) === expected ? 0 : 1;
    this.last = Number(row);
  }
}

/** Returns the rows of a terminal after that drawing, down to the cursor. */
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
