import { requireTrust } from '../../agents/start/requirements';
import type { CommandDeps } from '../commandDeps';

/** Looks again which agents are installed; choosing one that is not copies what installs it. */
export async function checkProviders(deps: CommandDeps): Promise<void> {
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
