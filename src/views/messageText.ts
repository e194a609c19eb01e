import { toVisibleText } from './visibleText';

/**
 * A text for one of VS Code's messages, of which parts come from an agent. VS Code makes links of
 * `[words](command:...)` there, which an agent must not make a person press.
 */
export function toMessageText(text: string): string {
  return toVisibleText(text).replace(/\]\(/g, '] (');
}
