import { createScreenTerminal, type TerminalCharset, type TerminalCore } from '../screenTerminal';

/** ASCII, which xterm.js keeps as no table at all. */
const ASCII = 'B';

/** What designates a table as G0 to G3. */
const DESIGNATORS = ['(', ')', '*', '+'] as const;

/** What invokes G0 to G3; G0 is in use after a reset. */
const INVOKERS = ['', '\x0e', '\x1bn', '\x1bo'] as const;

/** The final bytes of the national and graphic sets that xterm.js has a table for. */
const FINALS = ['0', 'A', '4', 'C', 'R', 'Q', 'K', 'Y', 'E', 'Z', 'H', '='] as const;

/** Designates `charset` as G0. */
export function formatG0(charset: TerminalCharset): string {
  return `\x1b(${charset ? finalOf(charset) : ASCII}`;
}

/**
 * The charsets as they are, said to a terminal that is reset. A cursor restored under
 * another charset leaves xterm.js with one in use that no G holds: it is said as that of
 * the G in use.
 */
export function formatCharsets({ _charsetService }: TerminalCore): string {
  const { charset, glevel, _charsets } = _charsetService;
  const designated = DESIGNATORS.map((designator, level) => {
    const table = level === glevel ? charset : _charsets[level];
    return table ? `\x1b${designator}${finalOf(table)}` : '';
  });
  return designated.join('') + (INVOKERS[glevel] ?? '');
}

/** xterm.js tells which table is in use, not its name; the tables themselves are shared by all terminals. */
function finalOf(charset: object): string {
  const { terminal, core } = createScreenTerminal({ cols: 2, rows: 1 }, 0);
  try {
    return (
      FINALS.find((final) => {
        void core._inputHandler.parse(Buffer.from(`\x1b(${final}`));
        return core._charsetService.charset === charset;
      }) ?? ASCII
    );
  } finally {
    terminal.dispose();
  }
}
