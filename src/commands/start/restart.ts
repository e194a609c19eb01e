import type { RestartOptions } from '../../agents/startRequests';
import type { TerminalLocationSetting } from '../../config/contributions';
import { requireFolders } from '../../views/workspace/workspaceGuard';
import type { CommandServices, StartedSession } from '../commandServices';
import type { KnownSession } from '../sessions/knownSessions';
import { confirmKept } from './confirmKept';
import { restartHere } from './restartHere';
import { showStart } from './showStart';
import { takeOverSession } from './takeOverSession';

interface RestartRequest extends RestartOptions {
  readonly location?: TerminalLocationSetting | undefined;
}

/**
 * Starts a session again and shows its terminal. It resumes its conversation unless `fresh` is set.
 * A session that still runs, in this window or another one, is ended first.
 * @throws {SessionError} what `requireFolders` and `restartHere` throw.
 */
export async function restart(
  deps: CommandServices,
  known: KnownSession,
  { location, ...options }: RestartRequest,
): Promise<StartedSession | undefined> {
  const folder = requireFolders(deps.workspace()).find(({ uri }) => uri === known.task?.folder);
  const confirmed = folder ? await confirmKept(deps, known, folder) : {};
  if (!confirmed || (await takeOverSession(deps, known)) === 'declined') {
    return undefined;
  }
  const prepared = await restartHere(deps, known, { ...options, ...confirmed });
  return showStart(deps, prepared, location);
}
