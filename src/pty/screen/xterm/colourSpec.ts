/** Red, green and blue, each 0..255. */
export type Rgb = readonly [number, number, number];

const HEX_CHANNELS = /^rgb:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})$/i;
const HASH = /^#(?:[\da-f]{3}){1,4}$/i;

/**
 * Parses a colour of OSC 4 and 10 to 12, as xterm.js does (`XParseColor`): `rgb:r/g/b` and `#rgb`,
 * with one to four digits per channel, equally many in each. Undefined for everything else.
 */
export function parseColour(spec: string): Rgb | undefined {
  const channels = HEX_CHANNELS.exec(spec)?.slice(1);
  if (channels) {
    const [digits = 0, ...others] = channels.map(({ length }) => length);
    return others.every((length) => length === digits)
      ? toRgb(channels, (value) => Math.round((value / (16 ** digits - 1)) * 255))
      : undefined;
  }
  if (!HASH.test(spec)) {
    return undefined;
  }
  const digits = (spec.length - 1) / 3;
  const parts = [0, 1, 2].map((part) => spec.slice(1 + part * digits, 1 + (part + 1) * digits));
  return toRgb(parts, (value) => Math.floor(value * 16 ** (2 - digits)));
}

/** The colour with two digits per channel. */
export function formatColour(colour: Rgb): string {
  return `rgb:${colour.map(hex).join('/')}`;
}

/** The colour with four digits per channel, as terminals report it. */
export function formatColourReport(colour: Rgb): string {
  return `rgb:${colour.map((channel) => hex(channel).repeat(2)).join('/')}`;
}

/** The brightness of a colour, 0..1 (WCAG's relative luminance). */
export function luminanceOf(colour: Rgb): number {
  const [red, green, blue] = colour.map((channel) => {
    const part = channel / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function toRgb(channels: readonly string[], scale: (value: number) => number): Rgb {
  const [red = 0, green = 0, blue = 0] = channels.map((digits) => scale(parseInt(digits, 16)));
  return [red, green, blue];
}

function hex(channel: number): string {
  return channel.toString(16).padStart(2, '0');
}
