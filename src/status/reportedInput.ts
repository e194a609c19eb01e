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
  const wanted = withoutSpace(input);
  for (const [begin, row] of rows.entries()) {
    const sign = row.startsWith('$ ') && !input.startsWith('$ ') ? '$ ' : '';
    let shown = withoutSpace(row.slice(sign.length));
    let end = begin + 1;
    while (shown.length < wanted.length && end < rows.length) {
      shown += withoutSpace(rows[end] ?? '');
      end++;
    }
    if (shown === wanted && wanted !== '') {
      return [...rows.slice(0, begin), sign + input, ...rows.slice(end)].join('\n');
    }
  }
  return undefined;
}

/** Without the white space that a screen shows otherwise. Any other character counts. */
function withoutSpace(text: string): string {
  return text.replace(/[ \t\n]/g, '');
}
