import type { CommandServices } from '../commandServices';

/** Shows the extension's log. */
export function showLog({ messages }: CommandServices): Promise<void> {
  messages.showLog();
  return Promise.resolve();
}
