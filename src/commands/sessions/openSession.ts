import type { OpenSessionArguments } from '../../config/contributions';
import { subjectOfSession } from '../../views/terminals/terminalSubject';
import { chooseSession, type ChooseSessionDeps } from './chooseSession';
import type { CommandServices } from '../commandServices';
import { restart, type RestartDeps } from '../start/restart';
import { takeOverSession, type TakeOverSessionDeps } from '../start/takeOverSession';

export type OpenSessionDeps = ChooseSessionDeps &
  RestartDeps &
  TakeOverSessionDeps &
  Pick<CommandServices, 'settings' | 'terminals'>;

/**
 * Shows a session in its terminal, or in a new one; one that has ended shows its last screen,
 * for as long as it is kept. One that runs in another window is driven from here then; a conversation
 * that nothing runs in is gone on with.
 */
export async function openSession(
  deps: OpenSessionDeps,
  { session: wanted, location }: OpenSessionArguments,
): Promise<unknown> {
  const known = await chooseSession(deps, { session: wanted, among: 'all', preferActive: 'no' });
  const session = known && (known.session ?? (await takeOverSession(deps, known)));
  if (!known || !session || session === 'declined') {
    return undefined;
  }
  if (session === 'notThere') {
    return restart(deps, known, { location });
  }
  const place = location ?? deps.settings(known.task?.folder).location;
  const subject = subjectOfSession(session, known);
  // Who names a place wants it there, also where the session is shown elsewhere already.
  const terminal = location === undefined ? 'existing' : 'another';
  deps.terminals.open(subject, { location: place, focus: 'take', terminal });
  return { session: known.sessionId };
}
