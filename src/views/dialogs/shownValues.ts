import { toVisibleText } from './visibleText';

/** More than a dialog can show on a small screen. */
const MAX_SHOWN_CHARS = 1500;
const MAX_SHOWN_LINES = 40;

/** Values as a person reads them before agreeing to them. */
export interface ShownValues {
  readonly text: string;
  /** Whether nothing had to be cut: nobody can agree to what is not shown. */
  readonly isWhole: boolean;
}

/** Each value under its name, as JSON, with nothing in it that could deceive the eye. */
export function showValues(values: readonly (readonly [string, unknown])[]): ShownValues {
  const text = values.map(([name, value]) => formatValue(name, value)).join('\n\n');
  const head = text.split('\n').slice(0, MAX_SHOWN_LINES).join('\n');
  const shown = [...head].slice(0, MAX_SHOWN_CHARS).join('');
  const rest = text.length - shown.length;
  return rest === 0
    ? { text, isWhole: true }
    : { text: `${shown}… (${rest} more characters)`, isWhole: false };
}

function formatValue(name: string, value: unknown): string {
  const json = JSON.stringify(value, undefined, 2) ?? 'undefined';
  // Line breaks inside a value are spelled out by JSON: those that are left are its layout.
  return `${toVisibleText(name)}: ${json.split('\n').map(toVisibleText).join('\n')}`;
}
