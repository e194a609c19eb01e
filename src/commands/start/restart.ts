import type { RestartOptions } from '../../agents/agentService';
import type { TerminalPlace } from '../../config/contributions';
import { parsePtyId } from '../../pty/ptyId';
import { requireFolders } from '../../views/workspace/workspaceGuard';
import type { CommandServices, StartedSession } from '../commandServices';
import type { KnownSession } from '../sessions/knownSessions';
import { restartHere, type RestartHereDeps } from './restartHere';
import { showStart, type ShowStartDeps } from './showStart';
import { takeOverSession, type TakeOverSessionDeps } from './takeOverSession';

export type RestartDeps = RestartHereDeps &
  ShowStartDeps &
  TakeOverSessionDeps &
  Pick<CommandServices, 'confirmValues' | 'workspace'>;

interface RestartRequest extends RestartOptions {
  readonly location?: TerminalPlace | undefined;
}

/**
 * Starts a session again and shows its terminal. It resumes its conversation unless `fresh` is set.
 * A session that still runs, in this window or another one, is ended first.
 * @throws {SessionError} what `requireFolders` and `restartHere` throw.
 */
export async function restart(
  deps: RestartDeps,
  known: KnownSession,
  { location, ...options }: RestartRequest,
): Promise<StartedSession | undefined> {
  const { sessionId, task } = known;
  const folder = requireFolders(deps.workspace()).find(({ uri }) => uri === task?.folder);
  const providerId = parsePtyId(sessionId)?.providerId ?? '';
  if (folder && (await deps.confirmValues.confirm(folder, providerId)) === 'cancelled') {
    return undefined;
  }
  if ((await takeOverSession(deps, known)) === 'declined') {
    return undefined;
  }
  return showStart(deps, await restartHere(deps, known, options), location);
}
