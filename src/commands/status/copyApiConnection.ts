import type { CommandServices } from '../commandServices';

export type CopyApiConnectionDeps = Pick<CommandServices, 'api' | 'copyText' | 'messages'>;

/** Copies the address and the token of the window's API, as lines for a shell. */
export async function copyApiConnection({
  api,
  copyText,
  messages,
}: CopyApiConnectionDeps): Promise<void> {
  const { url, token } = await api.connection();
  const lines = [`export AGENT_TERMINALS_URL=${url}`, `export AGENT_TERMINALS_TOKEN=${token}`];
  await copyText(`${lines.join('\n')}\n`);
  messages.showInfo(
    'The address and the token of this window are in the clipboard: paste them into a shell. A program that has the token can do everything that you can.',
  );
}
