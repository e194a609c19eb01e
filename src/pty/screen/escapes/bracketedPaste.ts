import { FULL_RESET } from '../../../base/text/modeReset';

/** `CSI ? ... h` or `l` with one or several private modes, or a full reset, which turns all off. */
const SWITCHES = /\x1b(?:c|\[\?([0-9;]+)([hl]))/g;

/** Longer than any sequence of {@link SWITCHES} that programs write. */
const LONGEST_SEQUENCE = 32;

const BRACKETED_PASTE = '2004';

/** Tracks from a program's output whether it has enabled bracketed paste (DECSET 2004). */
export class BracketedPaste {
  private tail = '';
  private on = false;

  get isOn(): boolean {
    return this.on;
  }

  /** Reads the next output. A sequence may be split over any number of chunks. */
  push(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    const border = this.tail + bytes.toString('latin1', 0, LONGEST_SEQUENCE);
    // A search for bytes is many times faster than parsing, and most output has no such sequence.
    if (mayHoldSwitch(bytes) || mayHoldSwitch(border)) {
      this.read(this.tail + bytes.toString('latin1'));
    }
    const end = bytes.toString('latin1', Math.max(0, bytes.length - LONGEST_SEQUENCE));
    this.tail = (this.tail + end).slice(-LONGEST_SEQUENCE);
  }

  private read(text: string): void {
    for (const [, modes, switched] of text.matchAll(SWITCHES)) {
      if (modes === undefined || modes.split(';').includes(BRACKETED_PASTE)) {
        this.on = switched === 'h';
      }
    }
  }
}

function mayHoldSwitch(output: Pick<Buffer | string, 'includes'>): boolean {
  return output.includes(BRACKETED_PASTE) || output.includes(FULL_RESET);
}
