import type { ShownRequest, Signal } from './activity';

/**
 * The signal of a screen, checked against the command that a hook reported for the open request: the request
 * is told with that command, and is not whole if the screen does not show the same one, white space aside.
 */
export function checkReportedInput(screen: Signal, hook: Signal | undefined): Signal {
  const { state } = screen;
  const input = hook?.state.kind === 'needsInput' ? hook.state.input : undefined;
  if (state.kind !== 'needsInput' || state.request?.kind !== 'whole' || input === undefined) {
    return screen;
  }
  const text = tellInput(state.request.text, input);
  const request: ShownRequest =
    text === undefined
      ? { kind: 'partial', why: 'its hook reported another command than its screen shows' }
      : { kind: 'whole', text };
  return { ...screen, state: { ...state, request } };
}

/** The text with the rows that show the command replaced by the command; undefined if no rows do. */
function tellInput(text: string, input: string): string | undefined {
  const rows = text.split('\n');
  for (const [begin, row] of rows.entries()) {
    const sign = row.startsWith('$ ') && !input.startsWith('$ ') ? '$ ' : '';
    const count = countRows([row.slice(sign.length), ...rows.slice(begin + 1)], input);
    if (count !== undefined) {
      return [...rows.slice(0, begin), sign + input, ...rows.slice(begin + count)].join('\n');
    }
  }
  return undefined;
}

/**
 * How many rows show exactly the command; undefined if they do not. Where a row ends, the screen can show other
 * white space than the command has; within a row, only more or less of it.
 */
function countRows(rows: readonly string[], input: string): number | undefined {
  const skipSpace = (from: number): number =>
    from + (/^[ \t\n]*/.exec(input.slice(from))?.[0].length ?? 0);
  let at = skipSpace(0);
  for (const [index, row] of rows.entries()) {
    for (const [number, word] of wordsOf(row).entries()) {
      const begin = skipSpace(at);
      if ((number > 0 && begin === at) || !input.startsWith(word, begin)) {
        return undefined;
      }
      at = begin + word.length;
    }
    if (input.trim() !== '' && skipSpace(at) === input.length) {
      return index + 1;
    }
  }
  return undefined;
}

function wordsOf(row: string): readonly string[] {
  return row.split(/[ \t]+/).filter((word) => word !== '');
}
