import { requireTrust } from '../../pty/trustGuard';
import type { CommandServices } from '../commandServices';

/**
 * Checks again which agents are installed. If the person picks one that is not, copies the command
 * that installs it.
 */
export async function checkProviders(deps: CommandServices): Promise<void> {
  const { folders, isTrusted } = deps.workspace();
  requireTrust(isTrusted);
  const checking = deps.busy('Looking for agents...', () =>
    deps.installed.check(folders[0], 'refresh'),
  );
  const chosen = await deps.pickers.pickProvider(checking, undefined);
  const status = (await checking).find(({ providerId }) => providerId === chosen);
  if (status?.installCommand !== undefined && status.path === undefined) {
    await deps.windowActions.copyText(status.installCommand);
    deps.messages.showInfo(
      `The command that installs ${status.name} is in the clipboard: paste it into a terminal.`,
    );
  }
}
