/** `CSI ... final`, such as the marks of a bracketed paste and colours of copied output. */
const CONTROL_SEQUENCES = /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]/g;

/** C0 but TAB and LF, DEL, and C1, which a terminal may take for ESC and a letter. */
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f]/g;

/**
 * A prompt as plain text, which can press no key, end no paste and hold no NUL: line ends
 * become LF, control sequences and characters go, and so do blank lines at its ends.
 */
export function sanitizePrompt(prompt: string): string {
  return prompt
    .replace(/\r\n?/g, '\n')
    .replace(CONTROL_SEQUENCES, '')
    .replace(CONTROLS, '')
    .replace(/^\s*\n|\s+$/g, '');
}
