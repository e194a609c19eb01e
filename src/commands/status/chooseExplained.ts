import type { SessionArguments } from '../../config/contributions';
import {
  chooseSession,
  type ChosenSession,
  type ChooseSessionDeps,
} from '../sessions/chooseSession';
import type { CommandServices } from '../commandServices';

export type ChooseExplainedDeps = ChooseSessionDeps & Pick<CommandServices, 'statusPages'>;

/** The session whose status is meant: the one that is named, that the page in front explains, or as ever. */
export function chooseExplained(
  deps: ChooseExplainedDeps,
  { session }: SessionArguments,
): Promise<ChosenSession | undefined> {
  const explained = session ?? deps.statusPages.activeSessionId;
  return chooseSession(deps, { session: explained, among: 'running', preferActive: 'yes' });
}
