import type { OpenSessionArguments } from '../../config/contributions';
import { subjectOfSession } from '../../views/terminals/terminalSubject';
import { chooseSession } from './chooseSession';
import type { CommandServices } from '../commandServices';
import { restart } from '../start/restart';
import { takeOverSession } from '../start/takeOverSession';

/**
 * Shows a session in its terminal, or in a new one. An ended session shows its last screen while
 * that is kept. A session that runs in another window is taken over. A conversation without a
 * session is resumed.
 */
export async function openSession(
  deps: CommandServices,
  { session: requested, location }: OpenSessionArguments,
): Promise<unknown> {
  const known = await chooseSession(deps, { session: requested, among: 'all', preferActive: 'no' });
  const session = known && (known.session ?? (await takeOverSession(deps, known)));
  if (!known || !session || session === 'declined') {
    return undefined;
  }
  if (session === 'notRunning') {
    return restart(deps, known, { location });
  }
  const subject = subjectOfSession(session, known);
  // A caller that names a location gets a terminal there, even if the session has one already.
  const terminal = location === undefined ? 'existing' : 'another';
  deps.terminals.open(subject, {
    location: location ?? deps.settings(known.task?.folder).location,
    focus: 'take',
    terminal,
  });
  return { session: known.sessionId };
}
