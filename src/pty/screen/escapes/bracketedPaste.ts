import { marksOf } from './outputMarks';
import { SplitSequences } from './splitSequences';

/** `CSI ? ... h` or `l` with one or several private modes, or a full reset, which turns all off. */
const SWITCHES = /\x1b(?:c|\[\?([0-9;]+)([hl]))/g;

const BRACKETED_PASTE = '2004';

/** Tracks from a program's output whether it has enabled bracketed paste (DECSET 2004). */
export class BracketedPaste {
  private readonly split = new SplitSequences(({ paste }) => paste);
  private on = false;

  get isOn(): boolean {
    return this.on;
  }

  /** Reads the next output. A sequence may be split over any number of chunks. */
  push(chunk: Uint8Array, marks = marksOf(chunk)): void {
    const text = this.split.push(chunk, marks)?.text ?? '';
    for (const [, modes, switched] of text.matchAll(SWITCHES)) {
      if (modes === undefined || modes.split(';').includes(BRACKETED_PASTE)) {
        this.on = switched === 'h';
      }
    }
  }
}
