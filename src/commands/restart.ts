import type { RestartOptions } from '../agents/agentService';
import type { TerminalPlace } from '../config/contributions';
import { parsePtyId } from '../pty/ptyId';
import { requireFolders } from '../views/workspaceGuard';
import type { CommandDeps, StartedSession } from './commandDeps';
import { requireHere, type KnownSession } from './knownSessions';
import { showStart } from './showStart';

export interface RestartWish extends RestartOptions {
  readonly location?: TerminalPlace | undefined;
}

/**
 * Starts a session again, in a terminal of its own, where it goes on with its conversation unless
 * a new one is wished for; one that still runs is ended before.
 * @throws {SessionError} what `requireFolders`, `requireHere` and `AgentService.prepareRestart` throw.
 */
export async function restart(
  deps: CommandDeps,
  known: KnownSession,
  { location, ...options }: RestartWish,
): Promise<StartedSession | undefined> {
  const { sessionId, label, task } = known;
  const folder = requireFolders(deps.workspace()).find(({ uri }) => uri === task?.folder);
  requireHere(deps, known);
  const providerId = parsePtyId(sessionId)?.providerId ?? '';
  if (folder && (await deps.confirmValues.confirm(folder, providerId)) === 'cancelled') {
    return undefined;
  }
  const prepared = await deps.busy(`Starting ${label}...`, () =>
    deps.agents.prepareRestart(sessionId, options),
  );
  return showStart(deps, prepared, location);
}
