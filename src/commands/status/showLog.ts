import type { CommandDeps } from '../commandDeps';

/** Shows the extension's log. */
export function showLog({ messages }: CommandDeps): Promise<void> {
  messages.showLog();
  return Promise.resolve();
}
