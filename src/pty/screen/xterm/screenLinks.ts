import { MAX_LINK_BYTES, MAX_LINKS } from '../../limits';
import type { TerminalCore } from './screenTerminal';

const OSC_HYPERLINK = 8;
/** Two entries of a map; the text takes two bytes per character. */
const LINK_BYTES = 200;

/**
 * The hyperlinks (OSC 8) on a screen. xterm.js stores a marker for each row of each link and
 * iterates over all of them for each character and each scrolled row, so an open link over 10,000
 * rows blocks the event loop for seconds. Here a link is just a number.
 */
export class ScreenLinks {
  private readonly numbers = new Map<string, number>();
  private readonly texts = new Map<number, string>();
  private lastNumber = 0;
  private size = 0;

  constructor(private readonly core: TerminalCore) {
    core.registerOscHandler(OSC_HYPERLINK, (data) => this.handle(data));
  }

  /**
   * The sequence that starts link `number`. `0`, or a link that was removed, ends the previous one.
   */
  format(number: number): string {
    return `\x1b]${OSC_HYPERLINK};${this.texts.get(number) ?? ';'}\x07`;
  }

  /** The memory of all links, in bytes. */
  get bytes(): number {
    return this.size;
  }

  has(number: number): boolean {
    return this.texts.has(number);
  }

  /** `data` is `parameters;address`. An empty address ends the link. */
  private handle(data: string): boolean {
    const separator = data.indexOf(';');
    if (separator >= 0) {
      this.begin(separator === data.length - 1 ? 0 : this.numberOf(data));
    }
    return true;
  }

  private begin(number: number): void {
    const pen = this.core._inputHandler._curAttrData;
    // Cells refer to these attributes, so a copy is modified, as in xterm.js.
    pen.extended = pen.extended.clone();
    pen.extended.urlId = number;
    pen.updateExtended();
  }

  private numberOf(text: string): number {
    const known = this.numbers.get(text);
    if (known !== undefined) {
      return known;
    }
    const number = ++this.lastNumber;
    this.numbers.set(text, number);
    this.texts.set(number, text);
    this.size += bytesOf(text);
    this.forgetOldest();
    return number;
  }

  private forgetOldest(): void {
    for (const [text, number] of this.numbers) {
      if (this.numbers.size <= MAX_LINKS && this.size <= MAX_LINK_BYTES) {
        return;
      }
      this.numbers.delete(text);
      this.texts.delete(number);
      this.size -= bytesOf(text);
    }
  }
}

function bytesOf(text: string): number {
  return LINK_BYTES + 2 * text.length;
}
