import type { SessionArguments } from '../../config/contributions';
import { formatTerminalLabel } from '../../views/terminals/terminalSubject';
import { chooseExplained } from './chooseExplained';
import type { CommandServices } from '../commandServices';

/** Opens a page with the status of a session's agent and the signals on which it is based. */
export async function explainStatus(deps: CommandServices, args: SessionArguments): Promise<void> {
  const known = await chooseExplained(deps, args);
  if (known) {
    await deps.statusPages.show(known.sessionId, formatTerminalLabel(known));
  }
}
