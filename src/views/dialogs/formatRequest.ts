import { toVisibleText } from '../../base/text/visibleText';

/** Returns the rows of a whole request. The text is untrusted. */
export function formatRequest(text: string): readonly string[] {
  return text.split('\n').map(toVisibleText);
}

/** Returns a sentence for a request that cannot be approved outside of its terminal. */
export function formatRefusal(why: string): string {
  return `Approve is not offered because ${why}: open it and answer there.`;
}
