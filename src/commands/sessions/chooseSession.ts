import { SessionError } from '../../base/errors';
import { isRunning } from '../../pty/liveAgent';
import type { CommandServices } from '../commandServices';
import { listSessionChoices, requireKnownSession, type KnownSession } from './knownSessions';

interface SessionRequest {
  readonly session: string | undefined;
  readonly among: 'running' | 'all';
  /** Whether to use the session of the active terminal if none is named. */
  readonly preferActive: 'yes' | 'no';
  /** Whether a session is listed and may be chosen without a question. Default: all are. */
  readonly isOffered?: (known: KnownSession) => boolean;
}

/**
 * How the session was chosen. `explicit`: the caller named it or the person picked it. `focus`: it
 * has the focus or is the only one, so it may not be the one that the person meant.
 */
export type SessionChosenBy = 'explicit' | 'focus';

export interface ChosenSession extends KnownSession {
  readonly chosenBy: SessionChosenBy;
}

/**
 * The session for a command: the named one, the active terminal's, the only one, or the person's
 * choice; `undefined` if the person cancels.
 * @throws {SessionError} `SESSION_NOT_FOUND`; `BAD_REQUEST` if no session can be chosen.
 */
export async function chooseSession(
  deps: CommandServices,
  request: SessionRequest,
): Promise<ChosenSession | undefined> {
  if (request.session !== undefined) {
    return { ...requireKnownSession(deps, request.session), chosenBy: 'explicit' };
  }
  const { among, isOffered = () => true } = request;
  const choices = listSessionChoices(deps).filter(({ sessionId }) => {
    const known = requireKnownSession(deps, sessionId);
    return (among === 'all' || isRunning(known.session)) && isOffered(known);
  });
  const ids = choices.map(({ sessionId }) => sessionId);
  const active = deps.terminals.activeSessionId;
  if (request.preferActive === 'yes' && active !== undefined && ids.includes(active)) {
    return { ...requireKnownSession(deps, active), chosenBy: 'focus' };
  }
  if (choices.length === 0) {
    throw new SessionError(
      'BAD_REQUEST',
      `There is no ${among === 'running' ? 'running ' : ''}session: start one with Agents: Start Agent in Task.`,
    );
  }
  const [only] = ids.length === 1 ? ids : [];
  const id = only ?? (await deps.pickers.pickSession(choices));
  const chosenBy = only === undefined ? 'explicit' : 'focus';
  return id === undefined ? undefined : { ...requireKnownSession(deps, id), chosenBy };
}
