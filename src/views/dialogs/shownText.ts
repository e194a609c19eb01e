import { toVisibleText } from '../../base/text/visibleText';

/**
 * Cuts a text to at most `limit` characters (code points), of which the last is then an ellipsis.
 */
export function cutText(text: string, limit: number): string {
  const chars = [...text];
  return chars.length > limit
    ? `${chars
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`
    : text;
}

/** Returns the rows of a whole request. The text is untrusted. */
export function formatRequest(text: string): readonly string[] {
  return text.split('\n').map(toVisibleText);
}

/** Returns a sentence for a request that cannot be approved outside of its terminal. */
export function formatRefusal(why: string): string {
  return `Approve is not offered because ${why}: open it and answer there.`;
}

/** Returns a text for a message of VS Code; parts of it may come from an agent. */
export function toMessageText(text: string): string {
  return withoutLinks(toVisibleText(text));
}

/**
 * Breaks links. VS Code turns `[words](command:...)` in messages into links that run commands, so
 * untrusted text must not contain them.
 */
export function withoutLinks(text: string): string {
  return text.replace(/\]\(/g, '] (');
}

/** The most characters of a dialog; more would not fit on a small screen. */
const MAX_SHOWN_CHARS = 1500;
const MAX_SHOWN_LINES = 40;

/** Values as the person sees them in a question. */
export interface ShownValues {
  readonly text: string;
  /** Whether nothing was cut. The person cannot confirm what is not shown. */
  readonly isComplete: boolean;
}

/** Formats each value as JSON below its name, with deceptive characters escaped. */
export function showValues(values: readonly (readonly [string, unknown])[]): ShownValues {
  const text = values.map(([name, value]) => formatValue(name, value)).join('\n\n');
  const head = text.split('\n').slice(0, MAX_SHOWN_LINES).join('\n');
  const shown = [...head].slice(0, MAX_SHOWN_CHARS).join('');
  const rest = text.length - shown.length;
  return rest === 0
    ? { text, isComplete: true }
    : { text: `${shown}… (${rest} more characters)`, isComplete: false };
}

/** Whether a dialog shows all of a text, also on a small screen. */
export function fitsDialog(text: string): boolean {
  return text.split('\n').length <= MAX_SHOWN_LINES && [...text].length <= MAX_SHOWN_CHARS;
}

function formatValue(name: string, value: unknown): string {
  const json = JSON.stringify(value, undefined, 2) ?? 'undefined';
  // JSON escapes line breaks inside strings, so the remaining ones are layout.
  return `${toVisibleText(name)}: ${json.split('\n').map(toVisibleText).join('\n')}`;
}
