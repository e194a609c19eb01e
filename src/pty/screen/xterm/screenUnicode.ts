import { Unicode11Addon } from '@xterm/addon-unicode11';
import type { IUnicodeVersionProvider } from '@xterm/headless';
import { MAX_JOINED_MARKS } from '../../limits';

// xterm.js' packed character properties: joining (1 bit), width (2 bits); the rest is free for the
// provider.
const JOINS = 1;
const ONE_WIDE = 1 << 1;
const COUNT_SHIFT = 3;

/** VS Code's terminal ignores it, unlike the width tables of its two versions. */
const SOFT_HYPHEN = 0xad;

/** How many combining marks a terminal has joined to a cell. */
export interface JoinedMarks {
  count: number;
}

/** The widths of VS Code's terminal by its default setting, to be bounded. */
export function unicode11(): IUnicodeVersionProvider {
  // The addon only registers its provider with a terminal, so a stand-in receives it here.
  const registered: IUnicodeVersionProvider[] = [];
  const registry = { register: (provider: IUnicodeVersionProvider) => registered.push(provider) };
  new Unicode11Addon().activate({ unicode: registry });
  const [provider] = registered;
  if (!provider) {
    throw new Error('The Unicode 11 addon registered no widths.');
  }
  return provider;
}

/**
 * The widths with a limit of combining marks per cell. Further marks start a new cell. Increases
 * `marks.count`.
 */
export function bounded(
  widths: IUnicodeVersionProvider,
  marks: JoinedMarks,
): IUnicodeVersionProvider {
  return {
    version: `${widths.version}-bounded`,
    wcwidth: (codepoint) => widths.wcwidth(codepoint),
    charProperties(codepoint, preceding) {
      const properties = widths.charProperties(codepoint, preceding);
      if ((properties & JOINS) === 0) {
        return properties;
      }
      marks.count++;
      const joined = (preceding >> COUNT_SHIFT) + 1;
      return joined > MAX_JOINED_MARKS ? ONE_WIDE : properties | (joined << COUNT_SHIFT);
    },
  };
}

let widths: IUnicodeVersionProvider | undefined;

/** How many columns a code point takes: 0, 1 or 2. */
export function columnsOf(codePoint: number): number {
  // Created at the first use: its tables are large, and not every window reads a screen.
  widths ??= unicode11();
  return codePoint === SOFT_HYPHEN ? 0 : widths.wcwidth(codePoint);
}
