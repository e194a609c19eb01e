/** `CSI ... final`, such as the marks of a bracketed paste and the colours of copied output. */
const CONTROL_SEQUENCES = /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]/g;

/**
 * C0 controls except TAB and LF, DEL, and C1 controls, which a terminal may interpret as ESC and a
 * letter.
 */
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f]/g;

const PASTE_START = '\x1b[200~';
const PASTE_END = '\x1b[201~';

/**
 * Removes control sequences and characters, and converts line ends to LF. The result presses no
 * keys, ends no paste and contains no NUL.
 */
export function toPlainText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(CONTROL_SEQUENCES, '').replace(CONTROLS, '');
}

export function pastePlainText(text: string): string {
  return `${PASTE_START}${text}${PASTE_END}`;
}

/**
 * The keystrokes that type plain text without a paste. A TAB would act as a key that completes or
 * leaves a field.
 */
export function typePlainText(text: string): string {
  return text.replaceAll('\t', '    ');
}

/** A prompt without escape sequences, control characters, and blank lines at its start and end. */
export function sanitizePrompt(prompt: string): string {
  return toPlainText(prompt).replace(/^\s*\n|\s+$/g, '');
}
