import { toVisibleText } from '../../base/text/visibleText';

/** Returns a text for a message of VS Code; parts of it may come from an agent. */
export function toMessageText(text: string): string {
  return withoutLinks(toVisibleText(text));
}

/**
 * Breaks links. VS Code turns `[words](command:...)` in messages into links that run commands, so
 * untrusted text must not contain them.
 */
export function withoutLinks(text: string): string {
  return text.replace(/\]\(/g, '] (');
}
