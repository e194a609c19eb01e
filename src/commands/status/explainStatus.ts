import type { SessionArguments } from '../../config/contributions';
import { formatTerminalLabel } from '../../views/terminals/terminalSubject';
import { chooseExplained } from './chooseExplained';
import type { CommandDeps } from '../commandDeps';

/** Shows on a page what a session's agent does, and why we think so. */
export async function explainStatus(deps: CommandDeps, args: SessionArguments): Promise<void> {
  const known = await chooseExplained(deps, args);
  if (known) {
    await deps.statusPages.show(known.sessionId, formatTerminalLabel(known));
  }
}
