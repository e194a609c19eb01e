import { toVisibleText } from '../../base/text/visibleText';

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
