import type { TerminalPlace } from '../config/contributions';
import { parsePtyId } from '../pty/ptyId';
import { requireFolders } from '../views/workspaceGuard';
import type { CommandDeps, StartedSession } from './commandDeps';
import type { KnownSession } from './knownSessions';
import { showStart } from './showStart';

/**
 * Starts a session anew, with a new conversation, in a terminal of its own; one that still
 * runs is ended before.
 * @throws {SessionError} what `requireFolders` and `AgentService.prepareRestart` throw.
 */
export async function restart(
  deps: CommandDeps,
  { sessionId, label, task }: KnownSession,
  place: TerminalPlace | undefined,
): Promise<StartedSession | undefined> {
  const folder = requireFolders(deps.workspace()).find(({ uri }) => uri === task?.folder);
  const providerId = parsePtyId(sessionId)?.providerId ?? '';
  if (folder && (await deps.confirmValues.confirm(folder, providerId)) === 'cancelled') {
    return undefined;
  }
  const prepared = await deps.busy(`Starting ${label}...`, () =>
    deps.agents.prepareRestart(sessionId),
  );
  return showStart(deps, prepared, place);
}
