import { MAX_ESCAPE_STRING_CHARS } from '../../limits';
import { BEL, C1_LEAD, ESC, isC1 } from '../escapes/controlBytes';
import { DIGIT_0, SEMICOLON, SGR_END } from '../escapes/sgrSequence';

/**
 * The effect of an escape sequence on a terminal, as far as it matters once the cells that it wrote
 * are gone:
 * - `pen`: changes colours or attributes; `penReset`: sets all of them.
 * - `keep`: sets something that outlives cells to a fixed value: a mode, a charset, a title, a
 *   link, progress.
 * - `reset`: resets everything and empties the screen.
 * - `row`: changes the cursor's row, or nothing.
 * - `move`: moves the cursor or changes cells anywhere.
 * - `home`, `eraseScreen`, `eraseScrollback`: also move or change cells; they are the parts of a
 *   full clear.
 * - `other`: everything else, including unknown sequences.
 * - `unfinished`: continues beyond the available bytes.
 * - `malformed`: its end depends on the terminal; any ESC starts a new sequence.
 */
export type SequenceKind =
  | 'pen'
  | 'penReset'
  | 'keep'
  | 'reset'
  | 'row'
  | 'move'
  | 'home'
  | 'eraseScreen'
  | 'eraseScrollback'
  | 'other'
  | 'unfinished'
  | 'malformed';

const BACKSLASH = 0x5c;

/** The final characters after `ESC [` and numbers. */
const CSI_KINDS: ReadonlyMap<number, SequenceKind> = new Map([
  ...kindOfAll('KGCDX@Pa`', 'row'),
  ...kindOfAll('ABEFHJLMSTdef', 'move'),
]);

/** Complete CSI sequences without their introducer. */
const WHOLE_CSI_KINDS: ReadonlyMap<string, SequenceKind> = new Map([
  ...['H', '1H', ';H', '1;1H'].map((text) => [text, 'home'] as const),
  ['2J', 'eraseScreen'],
  ['3J', 'eraseScrollback'],
  ...['4h', '4l', '20h', '20l'].map((text) => [text, 'keep'] as const),
  ...[' q', '0 q', '1 q', '2 q', '3 q', '4 q', '5 q', '6 q'].map((text) => [text, 'keep'] as const),
  ...['"q', '0"q', '1"q', '2"q'].map((text) => [text, 'pen'] as const),
]);

/**
 * The private modes that do not move the cursor and do not affect cells, tab stops or saved
 * cursors.
 */
const PRIVATE_MODES: ReadonlySet<string> = new Set(
  [1, 7, 9, 12, 25, 45, 66, 1000, 1002, 1003, 1004, 1006, 1007, 1016, 2004, 2026, 2027, 2031].map(
    String,
  ),
);

/** The characters after ESC: keypad modes and charset invocations; moves; the end of a string. */
const ESC_KINDS: ReadonlyMap<number, SequenceKind> = new Map([
  ...kindOfAll('=>no|}~', 'keep'),
  ...kindOfAll('DEM', 'move'),
  ...kindOfAll('c', 'reset'),
  ...kindOfAll('\\', 'row'),
]);

const CHARSET_DESIGNATORS = bytesOf('()*+');
/** `CSI`, and strings whose end only the terminal determines: DCS, SOS, PM, APC. */
const STRINGS = bytesOf('PX^_');

const OSC_KINDS: ReadonlyMap<string, SequenceKind> = new Map([
  // Titles; directory; links; progress; shell integration with its directory.
  ...['0', '1', '2', '7', '8', '9', '633'].map((number) => [number, 'keep'] as const),
  // Shell integration, notification: for viewers, without effect on a screen.
  ...['133', '777'].map((number) => [number, 'row'] as const),
]);
const OSC_NUMBER_LENGTH = 3;

/** Classifies the escape sequences in some output. */
export class SequenceReader {
  /** The end of the last sequence. */
  end = 0;

  constructor(private readonly bytes: Buffer) {}

  /** The kind of the sequence whose ESC is at `start`. */
  read(start: number): SequenceKind {
    const byte = this.bytes[start + 1];
    this.end = start + 2;
    switch (byte) {
      case undefined:
        return 'unfinished';
      case 0x5b:
        return this.readCsi(start + 2);
      case 0x5d:
        return this.readOsc(start + 2);
      default:
        return this.readShort(start + 1, byte);
    }
  }

  private readCsi(start: number): SequenceKind {
    const { bytes } = this;
    let at = start;
    let byte = bytes[at] ?? 0;
    while (byte >= DIGIT_0 && byte <= SEMICOLON) {
      byte = bytes[++at] ?? 0;
    }
    const isPlain = byte >= 0x40;
    while (byte >= 0x20 && byte < 0x40) {
      byte = bytes[++at] ?? 0;
    }
    this.end = at + 1;
    if (at >= bytes.length) {
      return 'unfinished';
    }
    if (byte < 0x40 || byte > 0x7e) {
      this.end = at;
      return 'malformed';
    }
    if (byte === SGR_END) {
      return isPlain ? this.penKind(start) : 'other';
    }
    return this.csiKind(start, isPlain ? byte : undefined);
  }

  private penKind(start: number): SequenceKind {
    const first = this.bytes[start];
    const next = first === DIGIT_0 ? this.bytes[start + 1] : first;
    return next === SEMICOLON || next === SGR_END ? 'penReset' : 'pen';
  }

  private csiKind(start: number, plainFinal: number | undefined): SequenceKind {
    const text = this.bytes.toString('latin1', start, this.end);
    const whole = WHOLE_CSI_KINDS.get(text);
    if (whole) {
      return whole;
    }
    if (plainFinal !== undefined) {
      return CSI_KINDS.get(plainFinal) ?? 'other';
    }
    const modes = /^\?([0-9;]+)[hl]$/.exec(text)?.[1]?.split(';');
    return modes?.every((mode) => PRIVATE_MODES.has(mode)) ? 'keep' : 'other';
  }

  /**
   * A string without control characters. A string with them, or one that is too long, is treated as
   * unknown.
   */
  private readOsc(start: number): SequenceKind {
    const { bytes } = this;
    let at = start;
    for (let byte = bytes[at] ?? 0; byte >= 0x20; byte = bytes[++at] ?? 0) {
      if (byte === C1_LEAD && isC1(bytes[at + 1])) {
        break;
      }
    }
    const isLongEnd = bytes[at] === ESC;
    if (at + (isLongEnd ? 1 : 0) >= bytes.length) {
      return 'unfinished';
    }
    this.end = at;
    if (isLongEnd ? bytes[at + 1] !== BACKSLASH : bytes[at] !== BEL) {
      return 'malformed';
    }
    this.end = at + (isLongEnd ? 2 : 1);
    return at - start > MAX_ESCAPE_STRING_CHARS ? 'other' : this.oscKind(start);
  }

  private oscKind(start: number): SequenceKind {
    const begin = this.bytes.toString('latin1', start, start + OSC_NUMBER_LENGTH + 1);
    const separator = begin.indexOf(';');
    return OSC_KINDS.get(begin.slice(0, Math.max(separator, 0))) ?? 'other';
  }

  private readShort(at: number, byte: number): SequenceKind {
    if (byte < 0x20 || byte > 0x7e || STRINGS.has(byte)) {
      this.end = at;
      return 'malformed';
    }
    if (byte > 0x2f) {
      return ESC_KINDS.get(byte) ?? 'other';
    }
    const final = this.bytes[at + 1];
    this.end = at + 2;
    if (final === undefined) {
      return 'unfinished';
    }
    if (final < DIGIT_0 || final > 0x7e) {
      this.end = at;
      return 'malformed';
    }
    return CHARSET_DESIGNATORS.has(byte) ? 'keep' : 'other';
  }
}

function kindOfAll(finals: string, kind: SequenceKind): (readonly [number, SequenceKind])[] {
  return [...bytesOf(finals)].map((byte) => [byte, kind] as const);
}

function bytesOf(text: string): ReadonlySet<number> {
  return new Set(Buffer.from(text));
}
