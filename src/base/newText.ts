/** An answer that grows: yields the complete text so far each time, then returns the result. */
type Growing<Result> = AsyncGenerator<string, Result>;

/**
 * Yields what is new in a growing answer, for readers that append it, and returns its result. The last
 * line is held back until another one follows or the answer is complete, because agents redraw it
 * while they write it. If lines that were yielded are redrawn later, the parts are the answer as it
 * was shown; the result has its exact text.
 */
export async function* yieldNew<Result extends { readonly response: string }>(
  growing: Growing<Result>,
): Growing<Result> {
  let shown = '';
  let lines = 0;
  try {
    for (;;) {
      const next = await growing.next();
      const isDone = next.done === true;
      shown = isDone ? lastText(shown, lines, next.value.response) : next.value;
      const all = shown.split('\n');
      const until = isDone ? all.length : all.length - 1;
      if (until > lines) {
        const part = all.slice(lines, until).join('\n');
        lines = until;
        const text = isDone ? part : `${part}\n`;
        if (text !== '') {
          yield text;
        }
      }
      if (isDone) {
        return next.value;
      }
    }
  } finally {
    // Leaving the loop early ends the ask.
    await growing.return(undefined as never);
  }
}

/** The text whose rest completes what was yielded: the response, if that begins with the same lines. */
function lastText(shown: string, lines: number, response: string): string {
  const first = (text: string): string => text.split('\n').slice(0, lines).join('\n');
  return first(response) === first(shown) ? response : shown;
}
