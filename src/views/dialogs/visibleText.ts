/**
 * What a person cannot see, or what makes them see something else: controls, characters that
 * turn the direction of a text, that have no width or no ink, and blanks but the space.
 */
const DECEPTIVE = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]|(?! )\p{Zs}/gu;

/** The text on one line, with all that could deceive the eye spelled out: `\u202e`. */
export function toVisibleText(text: string): string {
  return text.replace(DECEPTIVE, (char) => {
    const code = (char.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
  });
}
