import { requireTrust } from '../../agents/start/requirements';
import type { CommandServices } from '../commandServices';

export type CheckProvidersDeps = Pick<
  CommandServices,
  'busy' | 'copyText' | 'installed' | 'messages' | 'pickers' | 'workspace'
>;

/** Looks again which agents are installed; choosing one that is not copies what installs it. */
export async function checkProviders(deps: CheckProvidersDeps): Promise<void> {
  const { folders, isTrusted } = deps.workspace();
  requireTrust(isTrusted);
  const looking = deps.busy('Looking for agents...', () =>
    deps.installed.look(folders[0], 'refresh'),
  );
  const chosen = await deps.pickers.pickProvider(looking, undefined);
  const status = (await looking).find(({ providerId }) => providerId === chosen);
  if (status?.installCommand !== undefined && status.path === undefined) {
    await deps.copyText(status.installCommand);
    deps.messages.showInfo(
      `The command that installs ${status.name} is in the clipboard: paste it into a terminal.`,
    );
  }
}
