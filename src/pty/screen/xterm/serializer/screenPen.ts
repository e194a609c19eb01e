import type { TerminalAttributes } from '../screenTerminal';

// xterm.js' packed format (`common/buffer/Constants.ts`): the colour in the low 26 bits, flags
// above.
const RGB = 0xffffff;
const COLOUR_MODE = 0x3000000;
const MODE_16 = 0x1000000;
const MODE_256 = 0x2000000;
const HAS_EXTENDED = 0x10000000;
const PROTECTED = 0x20000000;
const UNDERLINE = 0x10000000;
const UNDERLINE_STYLE = 0x1c000000;
const SINGLE_UNDERLINE = 0x4000000;
const COLOUR = COLOUR_MODE | RGB;

/** The most pens whose sequences are kept. */
const MOST_KNOWN = 256;

/** A flag's bit, and the SGR number that sets it. */
const FG_FLAGS = [
  [0x4000000, 7], // inverse
  [0x8000000, 1], // bold
  [0x20000000, 5], // blink
  [0x40000000, 8], // invisible
  [0x80000000, 9], // struck through
] as const;
const BG_FLAGS = [
  [0x4000000, 3], // italic
  [0x8000000, 2], // dim
  [0x40000000, 53], // overline
] as const;

/** The attributes of text: everything that SGR, DECSCA and OSC 8 set. */
export interface Pen {
  readonly fg: number;
  readonly bg: number;
  /** Underline style and colour. */
  readonly underline: number;
  readonly link: number;
}

export const DEFAULT_PEN: Pen = { fg: 0, bg: 0, underline: 0, link: 0 };

/** The pen with which a cell was written. */
export function penOf({ fg, bg, extended }: TerminalAttributes): Pen {
  // Without the flag, `extended` has values of another cell.
  const [underline, link] = bg & HAS_EXTENDED ? [extended._ext, extended.urlId] : [0, 0];
  const bits = fg & UNDERLINE ? shownUnderline(underline) : underline & ~UNDERLINE_STYLE;
  return { fg: tidy(fg), bg: tidy(bg & ~HAS_EXTENDED), underline: tidy(bits), link };
}

/** An underline without a style, as written by DECALN, is a single one. */
function shownUnderline(underline: number): number {
  return underline & UNDERLINE_STYLE ? underline : underline | SINGLE_UNDERLINE;
}

/** The terminal's current pen, which keeps its underline colour even if nothing is underlined. */
export function currentPen({ fg, bg, extended }: TerminalAttributes): Pen {
  return penOf({ fg, bg: bg | HAS_EXTENDED, extended });
}

/** The pen saved by DECSC: colours and flags, without underline style and link. */
export function savedPen({ fg, bg }: TerminalAttributes): Pen {
  return { fg: tidy(fg), bg: tidy(bg & ~HAS_EXTENDED), underline: 0, link: 0 };
}

/** Removes the bits that another kind of colour left below a palette colour or the default one. */
function tidy(value: number): number {
  switch (value & COLOUR_MODE) {
    case 0:
      return value & ~COLOUR;
    case MODE_16:
    case MODE_256:
      return value & (~COLOUR | COLOUR_MODE | 0xff);
    default:
      return value;
  }
}

/** Whether the pen has an underline style or colour, or a link. */
export function hasExtended({ bg }: TerminalAttributes): boolean {
  return (bg & HAS_EXTENDED) !== 0;
}

export function isSamePen(a: Pen, b: Pen): boolean {
  if (a === b) {
    return true;
  }
  return a.fg === b.fg && a.bg === b.bg && a.underline === b.underline && a.link === b.link;
}

/** Whether an empty cell of this pen shows more than its background: inverse, or underlined. */
export function isMoreThanBackground({ fg, bg, underline, link }: Pen): boolean {
  return fg !== 0 || (bg & ~COLOUR) !== 0 || underline !== 0 || link !== 0;
}

export function hasBackground({ bg }: Pen): boolean {
  return (bg & COLOUR_MODE) !== 0;
}

/** The sequences of pens, each made once: rows alternate between a few of them. */
export class PenFormats {
  /** By foreground, then background, of pens without underline. */
  private readonly known = new Map<number, Map<number, string>>();
  private count = 0;

  /** See {@link formatPen}. */
  format(pen: Pen): string {
    if (pen.underline !== 0) {
      return formatPen(pen);
    }
    return this.known.get(pen.fg)?.get(pen.bg) ?? this.add(pen);
  }

  private add(pen: Pen): string {
    if (this.count === MOST_KNOWN) {
      this.known.clear();
      this.count = 0;
    }
    this.count++;
    const text = formatPen(pen);
    const ofForeground = this.known.get(pen.fg) ?? new Map<number, string>();
    this.known.set(pen.fg, ofForeground.set(pen.bg, text));
    return text;
  }
}

/** The sequences that set this pen, whatever the current pen is, without its link. */
function formatPen(pen: Pen): string {
  const codes = [
    '0',
    ...flagCodes(pen.fg, FG_FLAGS),
    ...flagCodes(pen.bg, BG_FLAGS),
    ...underlineCodes(pen),
    ...colourCodes(pen.fg, 0),
    ...colourCodes(pen.bg, 10),
  ];
  return `\x1b[${codes.join(';')}m${pen.bg & PROTECTED ? '\x1b[1"q' : ''}`;
}

function flagCodes(value: number, flags: readonly (readonly [number, number])[]): string[] {
  return flags.filter(([bit]) => value & bit).map(([, code]) => String(code));
}

function colourCodes(value: number, offset: 0 | 10): string[] {
  switch (value & COLOUR_MODE) {
    case 0:
      return [];
    case MODE_16: {
      const colour = value & 0xff;
      return [String(offset + (colour < 8 ? 30 + colour : 90 + colour - 8))];
    }
    case MODE_256:
      return [`${offset + 38};5;${value & 0xff}`];
    default:
      return [`${offset + 38};2;${red(value)};${green(value)};${value & 0xff}`];
  }
}

function underlineCodes({ fg, underline }: Pen): string[] {
  const style = (underline >>> 26) & 7;
  const codes = fg & UNDERLINE ? [style > 1 ? `4:${style}` : '4'] : [];
  switch (underline & COLOUR_MODE) {
    case 0:
      return codes;
    case MODE_256:
      return [...codes, `58:5:${underline & 0xff}`];
    default:
      // All bits set: SGR 59, no underline colour.
      return [...codes, (underline & COLOUR) === COLOUR ? '59' : rgbUnderline(underline)];
  }
}

function rgbUnderline(value: number): string {
  return `58:2::${red(value)}:${green(value)}:${value & 0xff}`;
}

function red(value: number): number {
  return (value >>> 16) & 0xff;
}

function green(value: number): number {
  return (value >>> 8) & 0xff;
}
