/** An answer that grows: yields the complete text so far each time, then returns the result. */
type Growing<Result> = AsyncGenerator<string, Result>;

/**
 * Yields what is new in a growing answer, for readers that append it, and returns its result. The last
 * word is held back until another one follows or the answer is complete. Agents redraw what they
 * write: a line that changes after it was yielded is not repeated, and the lines after it follow. So
 * the parts are the answer as it was shown; the result has its exact text.
 */
export async function* yieldNew<Result extends { readonly response: string }>(
  growing: Growing<Result>,
): Growing<Result> {
  const written = new WrittenText();
  let shown = '';
  try {
    for (;;) {
      const next = await growing.next();
      const part = next.done
        ? written.finish(shown, next.value.response)
        : written.take(next.value);
      if (part !== '') {
        yield part;
      }
      if (next.done) {
        return next.value;
      }
      shown = next.value;
    }
  } finally {
    // Leaving the loop early ends the ask.
    await growing.return(undefined as never);
  }
}

/** The text that was yielded so far. */
class WrittenText {
  /** The number of lines that were yielded completely. */
  private lines = 0;
  /** What was yielded of the line after them. */
  private partial = '';

  /** What to append for a text that still grows. */
  take(text: string): string {
    const all = text.split('\n');
    const part = this.takeLines(all, all.length - 1).map((line) => `${line}\n`);
    const last = all[this.lines] ?? '';
    const words = last.slice(0, last.lastIndexOf(' ') + 1);
    if (!words.startsWith(this.partial)) {
      return part.join('');
    }
    const rest = words.slice(this.partial.length);
    this.partial = words;
    return [...part, rest].join('');
  }

  /** What to append at last: the rest of the response, if that begins with what was yielded. */
  finish(shown: string, response: string): string {
    const [all, final] = [shown.split('\n'), response.split('\n')];
    const isSame =
      all.slice(0, this.lines).join('\n') === final.slice(0, this.lines).join('\n') &&
      (final[this.lines] ?? '').startsWith(this.partial);
    const rest = isSame ? final : all;
    return this.takeLines(rest, rest.length).join('\n');
  }

  /** The new parts of the lines up to the line with the index `until`. */
  private takeLines(all: readonly string[], until: number): readonly string[] {
    const parts: string[] = [];
    for (const line of all.slice(this.lines, until)) {
      parts.push(line.startsWith(this.partial) ? line.slice(this.partial.length) : '');
      this.partial = '';
    }
    this.lines = Math.max(this.lines, until);
    return parts;
  }
}
