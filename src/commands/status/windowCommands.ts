import type { CommandServices } from '../commandServices';

/** Opens a port for programs, and copies its address and its token, as lines for a shell. */
export async function copyApiConnection({
  api,
  windowActions,
  messages,
}: CommandServices): Promise<void> {
  const { url, token } = await api.openTcp();
  const lines = [
    // In a session that may drive, this is another address.
    'export AGENT_TERMINALS_SOCKET=',
    `export AGENT_TERMINALS_URL=${url}`,
    `export AGENT_TERMINALS_TOKEN=${token}`,
  ];
  await windowActions.copyText(`${lines.join('\n')}\n`);
  messages.showInfo(
    'The window now listens on 127.0.0.1 until it is closed. Its address and token are in the clipboard: paste them into a shell. A program that has the token can do everything that you can.',
  );
}

/** Re-reads the states of worktrees and pull requests, which send no events, and redraws the tree. */
export function refresh({ tree, worktreeStates }: CommandServices): Promise<void> {
  tree.redraw();
  worktreeStates.refresh();
  tree.pullRequestStates.refresh();
  return Promise.resolve();
}

/** Returns the command that chooses which changes of the tasks have rows. */
export function showChanges(set: 'all' | 'uncommitted') {
  return ({ tree }: CommandServices): Promise<void> => {
    tree.showUncommitted(set === 'uncommitted');
    return Promise.resolve();
  };
}

export function showLog({ messages }: CommandServices): Promise<void> {
  messages.showLog();
  return Promise.resolve();
}
