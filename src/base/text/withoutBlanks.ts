/** Removes blanks and frame characters, which a program draws anywhere in a prompt. */
export function withoutBlanks(text: string): string {
  return text.replace(/[\s│┃|]+/gu, '');
}
