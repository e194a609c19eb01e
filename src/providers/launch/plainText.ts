/** `CSI ... final`, such as the marks of a bracketed paste and colours of copied output. */
const CONTROL_SEQUENCES = /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]/g;

/** C0 but TAB and LF, DEL, and C1, which a terminal may take for ESC and a letter. */
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f]/g;

const PASTE_START = '\x1b[200~';
const PASTE_END = '\x1b[201~';

/**
 * Text that can press no key, end no paste and hold no NUL: line ends become LF, control
 * sequences and characters go.
 */
export function toPlainText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(CONTROL_SEQUENCES, '').replace(CONTROLS, '');
}

/** The keystrokes of plain text as a bracketed paste. */
export function pastePlainText(text: string): string {
  return `${PASTE_START}${text}${PASTE_END}`;
}

/** The keystrokes of plain text outside a paste, where a TAB is a key: it completes, or leaves a field. */
export function typePlainText(text: string): string {
  return text.replaceAll('\t', '    ');
}
