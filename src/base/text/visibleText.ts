/**
 * Invisible and misleading characters: controls, characters that change the direction of text or
 * have no width or no ink, and blanks other than the space.
 */
const DECEPTIVE = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]|(?! )\p{Zs}/gu;

/** Returns the text on one line, with misleading characters escaped, such as `\u202e`. */
export function toVisibleText(text: string): string {
  return text.replace(DECEPTIVE, (char) => {
    const code = (char.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
  });
}
