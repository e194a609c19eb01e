/** The key that detaches, as the help names it. */
export const DETACH_KEY = 'Ctrl-\\';

/**
 * Ctrl-\ as terminals send it: the byte 0x1c, or, if the program has enabled extended keys, an
 * escape sequence of kitty's keyboard protocol or of xterm's modifyOtherKeys. The modifier 5 is
 * Ctrl; adding 64 or 128 means that Caps Lock or Num Lock is on.
 */
const PRESSED = new RegExp(
  [
    String.raw`\x1c`,
    String.raw`\x1b\[92(?::\d*)*;(?:5|69|133|197)(?::1)?(?:;\d*)?u`,
    String.raw`\x1b\[27;5;92~`,
  ].join('|'),
);

/** Returns the input before the key, and whether the key was pressed. */
export function cutAtDetachKey(typed: Buffer): {
  readonly before: Uint8Array;
  readonly isPressed: boolean;
} {
  // In latin1 each byte is one character, so positions in the text are positions in the bytes.
  const at = typed.toString('latin1').search(PRESSED);
  return at < 0
    ? { before: typed, isPressed: false }
    : { before: typed.subarray(0, at), isPressed: true };
}
