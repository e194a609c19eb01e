/** The key that lets go of a session, as its help names it. */
export const DETACH_KEY = 'Ctrl-\\';

/**
 * Ctrl-\ as terminals send it: a byte, or, where the program has asked for more of its keys, an
 * escape sequence of kitty's protocol or of xterm's modifyOtherKeys. 5 says Ctrl; 64 and 128 more,
 * that Caps Lock or Num Lock is on.
 */
const PRESSED = new RegExp(
  [
    String.raw`\x1c`,
    String.raw`\x1b\[92(?::\d*)*;(?:5|69|133|197)(?::1)?(?:;\d*)?u`,
    String.raw`\x1b\[27;5;92~`,
  ].join('|'),
);

/** What was typed before the key, and whether it was pressed. */
export function cutAtDetachKey(typed: Buffer): {
  readonly before: Uint8Array;
  readonly isPressed: boolean;
} {
  // A character for each byte, so that places in the text are places in the bytes.
  const at = typed.toString('latin1').search(PRESSED);
  return at < 0
    ? { before: typed, isPressed: false }
    : { before: typed.subarray(0, at), isPressed: true };
}
