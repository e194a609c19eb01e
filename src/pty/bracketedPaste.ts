/** `CSI ? ... h` or `l`, one private mode or several at once; or a full reset, which ends them all. */
const SWITCHES = /\x1b(?:c|\[\?([0-9;]+)([hl]))/g;

/** Longer than any sequence of {@link SWITCHES} that a program writes. */
const LONGEST_SEQUENCE = 32;

const BRACKETED_PASTE = '2004';

/** Knows from a program's output whether it wants pastes in brackets (DECSET 2004). */
export class BracketedPaste {
  private tail = '';
  private on = false;

  get isOn(): boolean {
    return this.on;
  }

  /** Reads the next output; a sequence may be split over any number of chunks. */
  push(chunk: Uint8Array): void {
    const text = this.tail + Buffer.from(chunk).toString('latin1');
    for (const [, modes, switched] of text.matchAll(SWITCHES)) {
      if (modes === undefined || modes.split(';').includes(BRACKETED_PASTE)) {
        this.on = switched === 'h';
      }
    }
    this.tail = text.slice(-LONGEST_SEQUENCE);
  }
}
