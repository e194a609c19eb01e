import type { RestartOptions } from '../../agents/startRequests';
import type { TerminalLocationSetting } from '../../config/contributions';
import { requireFolders } from '../../views/workspace/workspaceGuard';
import type { CommandServices, StartedSession } from '../commandServices';
import type { KnownSession } from '../sessions/knownSessions';
import { confirmKept, type ConfirmKeptDeps } from './confirmKept';
import { restartHere, type RestartHereDeps } from './restartHere';
import { showStart, type ShowStartDeps } from './showStart';
import { takeOverSession, type TakeOverSessionDeps } from './takeOverSession';

export type RestartDeps = ConfirmKeptDeps &
  RestartHereDeps &
  ShowStartDeps &
  TakeOverSessionDeps &
  Pick<CommandServices, 'workspace'>;

interface RestartRequest extends RestartOptions {
  readonly location?: TerminalLocationSetting | undefined;
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
  const folder = requireFolders(deps.workspace()).find(({ uri }) => uri === known.task?.folder);
  const confirmed = folder ? await confirmKept(deps, known, folder) : {};
  if (!confirmed || (await takeOverSession(deps, known)) === 'declined') {
    return undefined;
  }
  const prepared = await restartHere(deps, known, { ...options, ...confirmed });
  return showStart(deps, prepared, location);
}
