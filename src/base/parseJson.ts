/** The value of a JSON text, or a phrase that states what is wrong with the text. */
type ParsedJson =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'damaged'; readonly damage: string };

/** Parses a JSON text, with or without a byte order mark. */
export function parseJson(text: string): ParsedJson {
  try {
    return { kind: 'value', value: JSON.parse(text.replace(/^\uFEFF/, '')) };
  } catch {
    return { kind: 'damaged', damage: text.trim() === '' ? 'it is empty' : 'it is not JSON' };
  }
}

/** The value of a JSON text; undefined if the text is not JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The values of lines of JSON. A line that is not JSON, such as half a line, is skipped. */
export function parseJsonLines(lines: readonly string[]): readonly unknown[] {
  return lines.map(tryParseJson).filter((value) => value !== undefined);
}
