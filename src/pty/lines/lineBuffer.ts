import { StringDecoder } from 'node:string_decoder';
import { asBuffer } from '../screen/escapes/asBuffer';
import { BS, CR, LF } from '../screen/escapes/controlBytes';
import { EscapeScanner } from '../screen/escapes/escapeScanner';
import type { EraseRange } from './lineCells';
import { TextLine } from './textLine';

const TAB = 0x09;
const FORM_FEED = 0x0c;

const ERASE_RANGES: Readonly<Record<string, EraseRange>> = {
  '': 'right',
  '0': 'right',
  '1': 'left',
  '2': 'all',
};

/**
 * Converts a program's output to lines of text. The bytes may be split anywhere. Colours (SGR) are
 * kept and all other sequences removed. If a program overwrites text within a line (a progress bar,
 * an edited command), the line's final state counts. No line is longer than `MAX_LINE_CHARS`; the
 * rest is a line of its own.
 */
export class LineBuffer {
  private readonly decoder = new StringDecoder('utf8');
  private readonly scanner = new EscapeScanner({
    text: (run) => this.handleText(run),
    control: (code) => this.handleControl(code),
    csi: (parameters, final) => this.handleCsi(parameters, final),
  });
  private readonly line = new TextLine();
  private lines: string[] = [];

  /** Reads the next output and returns the lines that it completes. */
  push(chunk: Uint8Array): readonly string[] {
    this.scanner.push(this.decoder.write(asBuffer(chunk)));
    return this.takeLines();
  }

  /** Returns the rest as lines. No more output can complete it. */
  flush(): readonly string[] {
    this.scanner.push(this.decoder.end());
    if (!this.line.isEmpty) {
      this.endLine();
    }
    return this.takeLines();
  }

  private takeLines(): readonly string[] {
    const { lines } = this;
    this.lines = [];
    return lines;
  }

  private endLine(): void {
    this.lines.push(...this.line.take());
  }

  private handleText(run: string): void {
    let rest = this.line.write(run);
    while (rest !== '') {
      this.endLine();
      rest = this.line.write(rest);
    }
  }

  private handleControl(code: number): void {
    if (code >= LF && code <= FORM_FEED) {
      this.endLine();
    } else if (code === CR) {
      this.line.carriageReturn();
    } else if (code === BS) {
      this.line.moveBy(-1);
    } else if (code === TAB) {
      this.handleText('\t');
    }
  }

  private handleCsi(parameters: string, final: string): void {
    switch (final) {
      case 'K':
        this.handleErase(ERASE_RANGES[parameters]);
        break;
      case 'C':
        this.line.moveBy(countOf(parameters));
        break;
      case 'D':
        this.line.moveBy(-countOf(parameters));
        break;
      case 'G':
        this.line.moveTo(countOf(parameters) - 1);
        break;
    }
  }

  private handleErase(range: EraseRange | undefined): void {
    if (range) {
      this.line.erase(range);
    }
  }
}

function countOf(parameters: string): number {
  return Math.max(1, Number.parseInt(parameters, 10) || 1);
}
