import { toVisibleText } from './visibleText';

/** A text for one of VS Code's messages, of which parts come from an agent. */
export function toMessageText(text: string): string {
  return withoutLinks(toVisibleText(text));
}

/**
 * VS Code makes links of `[words](command:...)` in its messages, which nobody but we ourselves may
 * make a person press.
 */
export function withoutLinks(text: string): string {
  return text.replace(/\]\(/g, '] (');
}
