import type { SessionArguments } from '../../config/contributions';
import { chooseSession, type ChosenSession } from '../sessions/chooseSession';
import type { CommandServices } from '../commandServices';

/** The named session, the one of the active status page, or the one of {@link chooseSession}. */
export function chooseExplained(
  deps: CommandServices,
  { session }: SessionArguments,
): Promise<ChosenSession | undefined> {
  const explained = session ?? deps.statusPages.activeSessionId;
  return chooseSession(deps, { session: explained, among: 'running', preferActive: 'yes' });
}
