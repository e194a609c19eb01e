import { createScreenTerminal, type TerminalCharset, type TerminalCore } from '../screenTerminal';

/** ASCII, for which xterm.js has no table. */
const ASCII = 'B';

/** The characters that designate a table as G0 to G3. */
const DESIGNATORS = ['(', ')', '*', '+'] as const;

/** The sequences that invoke G0 to G3. After a reset G0 is invoked. */
const INVOKERS = ['', '\x0e', '\x1bn', '\x1bo'] as const;

/** The final characters of the national and graphic sets for which xterm.js has tables. */
const FINALS = ['0', 'A', '4', 'C', 'R', 'Q', 'K', 'Y', 'E', 'Z', 'H', '='] as const;

/** Designates `charset` as G0. */
export function formatG0(charset: TerminalCharset): string {
  return `\x1b(${charset ? finalOf(charset) : ASCII}`;
}

/**
 * The sequences that restore the charsets in a terminal that was reset. After a cursor was restored
 * under another charset, xterm.js may use a table that no G designates; it is written as that of
 * the invoked G.
 */
export function formatCharsets({ _charsetService }: TerminalCore): string {
  const { charset, glevel, _charsets } = _charsetService;
  const designated = DESIGNATORS.map((designator, level) => {
    const table = level === glevel ? charset : _charsets[level];
    return table ? `\x1b${designator}${finalOf(table)}` : '';
  });
  return designated.join('') + (INVOKERS[glevel] ?? '');
}

/** xterm.js provides the table in use but not its name. Tables are shared by all terminals. */
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
