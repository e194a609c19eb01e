import type { SessionArguments } from '../../config/contributions';
import { formatTerminalLabel } from '../../views/terminals/terminalSubject';
import { chooseExplained, type ChooseExplainedDeps } from './chooseExplained';
import type { CommandServices } from '../commandServices';

export type ExplainStatusDeps = ChooseExplainedDeps & Pick<CommandServices, 'statusPages'>;

/** Opens a page with the status of a session's agent and the signals on which it is based. */
export async function explainStatus(
  deps: ExplainStatusDeps,
  args: SessionArguments,
): Promise<void> {
  const known = await chooseExplained(deps, args);
  if (known) {
    await deps.statusPages.show(known.sessionId, formatTerminalLabel(known));
  }
}
