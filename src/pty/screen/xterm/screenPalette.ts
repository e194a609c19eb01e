import { formatColour, formatColourReport, luminanceOf, parseColour, type Rgb } from './colourSpec';
import { PALETTE_SIZE } from '../../limits';
import type { TerminalCore } from './screenTerminal';
import type { ScreenColours } from './themeColours';

const OSC_PALETTE = 4;
const OSC_RESET_PALETTE = 104;

/**
 * Colours with their own OSC number, which sets and queries them; a number larger by 100 resets
 * them.
 */
const SPECIAL = { 10: 'foreground', 11: 'background', 12: 'cursor' } as const;
type Special = keyof typeof SPECIAL;
const SPECIALS: readonly Special[] = [10, 11, 12];
const RESET_OFFSET = 100;

/**
 * `CSI ? Ps n` with this value queries whether the colours are dark or light. The answer has the
 * next number.
 */
const ASK_SCHEME = 996;
const DARK = 1;
const LIGHT = 2;

/** The values of the palette's colour cube, and its greys. */
const CUBE_START = 16;
const CUBE_STEPS = [0x00, 0x5f, 0x87, 0xaf, 0xd7, 0xff] as const;
const GREY_START = 232;

/**
 * The colours that a program has changed, which the headless terminal does not store, and the
 * answers to colour queries. As in xterm.js, a full reset does not change them.
 */
export class ScreenPalette {
  private readonly indexed = new Map<number, Rgb>();
  private readonly special = new Map<Special, Rgb>();
  /**
   * The OSC numbers that reset the changed colours: a terminal that lags behind may still show
   * them.
   */
  private readonly resets = new Set<number>();

  constructor(
    core: TerminalCore,
    /** Called at each query: the window's theme may change. */
    private readonly theme: () => ScreenColours,
    private readonly answer: (text: string) => void,
  ) {
    const register = (id: number, act: (data: string) => void): void =>
      core.registerOscHandler(id, (data) => {
        act(data);
        return true;
      });
    register(OSC_PALETTE, (data) => this.handleIndexed(data.split(';')));
    register(OSC_RESET_PALETTE, (data) => this.resetIndexed(data));
    SPECIALS.forEach((code, first) => {
      register(code, (data) => this.handleSpecial(data.split(';'), first));
      register(code + RESET_OFFSET, () => this.resetSpecial(code));
    });
    core.registerCsiHandler({ prefix: '?', final: 'n' }, ({ params }) => {
      const isScheme = params[0] === ASK_SCHEME;
      if (isScheme) {
        answer(`\x1b[?${ASK_SCHEME + 1};${this.isDark ? DARK : LIGHT}n`);
      }
      return isScheme;
    });
  }

  /** The sequences that set all colours in a terminal that may show others. */
  format(): string {
    const indexed = [...this.indexed].map(([index, colour]) => `;${index};${formatColour(colour)}`);
    return [
      ...[...this.resets].map((code) => `\x1b]${code}\x07`),
      indexed.length > 0 ? `\x1b]${OSC_PALETTE}${indexed.join('')}\x07` : '',
      ...[...this.special].map(([code, colour]) => `\x1b]${code};${formatColour(colour)}\x07`),
    ].join('');
  }

  private get isDark(): boolean {
    return luminanceOf(this.specialColour(11)) < luminanceOf(this.specialColour(10));
  }

  /** Pairs of an index and a colour, or `?`. */
  private handleIndexed(slots: readonly string[]): void {
    for (let at = 0; at + 1 < slots.length; at += 2) {
      const index = parseIndex(slots[at]);
      const spec = slots[at + 1] ?? '';
      const colour = parseColour(spec);
      if (index === undefined) {
        continue;
      }
      if (spec === '?') {
        this.report(`${OSC_PALETTE};${index}`, this.indexedColour(index));
      } else if (colour) {
        this.indexed.set(index, colour);
        this.resets.add(OSC_RESET_PALETTE);
      }
    }
  }

  private resetIndexed(data: string): void {
    this.resets.add(OSC_RESET_PALETTE);
    if (data === '') {
      this.indexed.clear();
    }
    for (const slot of data.split(';')) {
      this.indexed.delete(parseIndex(slot) ?? -1);
    }
  }

  /** Colours, or `?`, for the colour of this OSC and the following ones. */
  private handleSpecial(slots: readonly string[], first: number): void {
    SPECIALS.slice(first).forEach((code, offset) => {
      const spec = slots[offset] ?? '';
      const colour = parseColour(spec);
      if (spec === '?') {
        this.report(String(code), this.specialColour(code));
      } else if (colour) {
        this.special.set(code, colour);
        this.resets.add(code + RESET_OFFSET);
      }
    });
  }

  private resetSpecial(code: Special): void {
    this.resets.add(code + RESET_OFFSET);
    this.special.delete(code);
  }

  private report(name: string, colour: Rgb): void {
    this.answer(`\x1b]${name};${formatColourReport(colour)}\x1b\\`);
  }

  private specialColour(code: Special): Rgb {
    return this.special.get(code) ?? this.theme()[SPECIAL[code]];
  }

  private indexedColour(index: number): Rgb {
    return this.indexed.get(index) ?? this.theme().ansi[index] ?? fixedColour(index);
  }
}

function parseIndex(slot = ''): number | undefined {
  return /^\d+$/.test(slot) && Number(slot) < PALETTE_SIZE ? Number(slot) : undefined;
}

/** The colour cube and the greys, which are equal in all terminals. */
function fixedColour(index: number): Rgb {
  if (index >= GREY_START) {
    const grey = 8 + 10 * (index - GREY_START);
    return [grey, grey, grey];
  }
  const step = (place: number): number =>
    CUBE_STEPS[Math.floor((index - CUBE_START) / place) % CUBE_STEPS.length] ?? 0;
  return [step(36), step(6), step(1)];
}
