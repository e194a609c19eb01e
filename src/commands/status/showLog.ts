import type { CommandServices } from '../commandServices';

export type ShowLogDeps = Pick<CommandServices, 'messages'>;

/** Shows the extension's log. */
export function showLog({ messages }: ShowLogDeps): Promise<void> {
  messages.showLog();
  return Promise.resolve();
}
