// @ts-check

/** A part that a program adds to a prompt, such as `<system-reminder>...</system-reminder>`. */
const ADDED = /<([a-z][\w-]*)(?: [^>]*)?>[^]*?<\/\1>/gi;

/**
 * The words of the person in a text, which a program may wrap or extend by parts with tags.
 * @param {string} text
 */
export function toPromptText(text) {
  const own = text.replace(ADDED, '').trim();
  return own === '' ? text.replace(/<[^>]*>/g, '').trim() : own;
}
