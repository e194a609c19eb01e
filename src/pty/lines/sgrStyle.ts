const RESET = '\x1b[0m';
const SGR = /\x1b\[([0-9;:]*)m/gu;

/** A style longer than this, in characters, is rewritten in its shortest form. */
const MAX_RAW_STYLE_CHARS = 256;

/** The longest code with its arguments. */
const MAX_CODE_CHARS = '38:2::255:255:255'.length;

/**
 * What each SGR code sets. A code replaces one of the same slot. Colours 38, 48 and 58 have
 * arguments.
 */
const SLOTS: readonly (readonly [from: number, to: number, slot: string])[] = [
  [1, 1, 'bold'],
  [2, 2, 'faint'],
  [3, 3, 'italic'],
  [4, 4, 'underline'],
  [5, 6, 'blink'],
  [7, 7, 'inverse'],
  [8, 8, 'hidden'],
  [9, 9, 'strike'],
  [21, 21, 'underline'],
  [30, 38, 'colour'],
  [40, 48, 'background'],
  [53, 53, 'overline'],
  [58, 58, 'underlineColour'],
  [90, 97, 'colour'],
  [100, 107, 'background'],
];

/** What each SGR code resets. */
const CLEARS: Readonly<Record<number, readonly string[]>> = {
  22: ['bold', 'faint'],
  23: ['italic'],
  24: ['underline'],
  25: ['blink'],
  27: ['inverse'],
  28: ['hidden'],
  29: ['strike'],
  39: ['colour'],
  49: ['background'],
  55: ['overline'],
  59: ['underlineColour'],
};

/**
 * The style (colours and attributes) after `ESC [ parameters m`, as the SGR sequence that sets it
 * from the default; empty: the default. Its length is bounded.
 */
export function addSgr(style: string, parameters: string): string {
  return shorten(`${style}\x1b[${parameters}m`);
}

/**
 * The style after `text`, which starts in the style `from` and contains only SGR sequences. The
 * result may be several sequences: most lines are coloured, and the exact style matters only if
 * text is overwritten.
 */
export function styleAfter(from: string, text: string): string {
  const first = text.indexOf('\x1b');
  if (first < 0) {
    return from;
  }
  const reset = text.lastIndexOf(RESET);
  let style = reset < 0 ? from : '';
  let start = reset < 0 ? first : text.indexOf('\x1b', reset + RESET.length);
  while (start >= 0) {
    const end = text.indexOf('m', start) + 1;
    style += text.slice(start, end);
    start = text.indexOf('\x1b', end);
  }
  return style.length <= MAX_RAW_STYLE_CHARS ? style : shorten(style);
}

/**
 * The sequence between text in one style and text in another, both in the form of {@link addSgr}.
 */
export function formatStyleChange(from: string, to: string): string {
  if (to.startsWith(from)) {
    return to.slice(from.length);
  }
  return RESET + to;
}

function shorten(style: string): string {
  const set = new Map<string, string>();
  for (const [, parameters = ''] of style.matchAll(SGR)) {
    applyCodes(set, parameters.split(';'));
  }
  return set.size === 0 ? '' : `\x1b[${[...set.values()].join(';')}m`;
}

function applyCodes(set: Map<string, string>, codes: readonly string[]): void {
  for (let index = 0; index < codes.length; index += 1) {
    const own = codes[index] ?? '';
    const code = Number.parseInt(own === '' ? '0' : own, 10);
    const extra = own.includes(':') ? 0 : argumentCount(code, codes[index + 1]);
    const written = codes.slice(index, index + 1 + extra).join(';');
    index += extra;
    applyCode(set, code, written);
  }
}

function applyCode(set: Map<string, string>, code: number, written: string): void {
  if (code === 0) {
    set.clear();
  }
  CLEARS[code]?.forEach((slot) => set.delete(slot));
  const slot = SLOTS.find(([from, to]) => code >= from && code <= to)?.[2];
  if (slot !== undefined && written.length <= MAX_CODE_CHARS) {
    set.set(slot, written);
  }
}

/** How many of the following parameters belong to a colour: `5;n` or `2;r;g;b`. */
function argumentCount(code: number, kind: string | undefined): number {
  if (code !== 38 && code !== 48 && code !== 58) {
    return 0;
  }
  return kind === '2' ? 4 : 2;
}
