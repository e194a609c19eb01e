import type { PreparedStart } from '../../agents/preparedStart';
import type { TerminalLocationSetting } from '../../config/contributions';
import { subjectOfStart } from '../../views/terminals/terminalSubject';
import type { CommandServices, StartedSession } from '../commandServices';

/**
 * Opens a terminal for a planned start; the terminal launches it when its size is known. Does
 * nothing if `prepared` is undefined.
 */
export function showStart(
  { terminals, settings }: CommandServices,
  prepared: PreparedStart | undefined,
  requested: TerminalLocationSetting | undefined,
): StartedSession | undefined {
  if (!prepared) {
    return undefined;
  }
  const location = requested ?? settings(prepared.task.folder).location;
  terminals.open(subjectOfStart(prepared), { location, focus: 'take' });
  return { session: prepared.sessionId, task: prepared.task.id };
}
