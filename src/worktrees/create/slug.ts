/** The most characters (code points) of a slug, enough to recognise the task. */
export const MAX_SLUG_LENGTH = 40;

/** Device names, which Windows does not allow for files. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/**
 * A task's name in a form that is valid for branches and directories on every system: lower-case
 * letters and digits of any script, joined by single hyphens; `task` if none remain.
 */
export function toSlug(name: string): string {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
  const slug = shorten(words.join('-'));
  return slug === '' ? 'task' : DEVICE.test(slug) ? `task-${slug}` : slug;
}

/** Shortened at the last hyphen, if at least half remains. */
function shorten(slug: string): string {
  const letters = [...slug];
  if (letters.length <= MAX_SLUG_LENGTH) {
    return slug;
  }
  const hyphen = letters.lastIndexOf('-', MAX_SLUG_LENGTH);
  return letters.slice(0, hyphen >= MAX_SLUG_LENGTH / 2 ? hyphen : MAX_SLUG_LENGTH).join('');
}

/** `fix`, then `fix-2`, `fix-3`, ... */
export function numbered(name: string, number: number): string {
  return number === 1 ? name : `${name}-${number}`;
}
