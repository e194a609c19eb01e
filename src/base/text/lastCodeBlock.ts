/** A line that opens a block: its indent or list marker, its fence, and the name of a language. */
const OPENING = /^(\s*(?:(?:[-*+]|\d+[.)])[ \t]+)*)(`{3,}(?=[^`]*$)|~{3,})/;

/**
 * The code of the last fenced block of a Markdown text, without the block's own indent and the line
 * end after it. Undefined if there is none. A block without an end reaches to the end of the text.
 */
export function lastCodeBlock(markdown: string): string | undefined {
  let open:
    { readonly fence: string; readonly indent: number; readonly lines: string[] } | undefined;
  let last: readonly string[] | undefined;
  for (const line of markdown.split(/\r?\n/)) {
    if (open === undefined) {
      const [, before = '', fence] = OPENING.exec(line) ?? [];
      open = fence === undefined ? undefined : { fence, indent: before.length, lines: [] };
      last = open?.lines ?? last;
    } else if (isClosing(line.trim(), open.fence)) {
      open = undefined;
    } else {
      open.lines.push(line.slice(Math.min(open.indent, line.length - line.trimStart().length)));
    }
  }
  return last?.join('\n');
}

function isClosing(line: string, fence: string): boolean {
  return line.startsWith(fence) && line === fence.charAt(0).repeat(line.length);
}
