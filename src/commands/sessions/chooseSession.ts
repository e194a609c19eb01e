import { SessionError } from '../../base/errors';
import type { CommandServices } from '../commandServices';
import {
  isRunning,
  listSessionChoices,
  requireKnownSession,
  type KnownSession,
} from './knownSessions';

export interface SessionRequest {
  /** The session's id, if the caller named one. */
  readonly session: string | undefined;
  readonly among: 'running' | 'all';
  /** Whether the session of the active terminal is meant where none is named. */
  readonly preferActive: 'yes' | 'no';
}

/**
 * What made it this session: somebody named or picked it, or it has the focus, or is the only
 * one, and may not be what the person had in mind.
 */
export type SessionChosenBy = 'pointing' | 'focus';

export interface ChosenSession extends KnownSession {
  readonly chosenBy: SessionChosenBy;
}

export type ChooseSessionDeps = Pick<
  CommandServices,
  'displayOf' | 'facts' | 'pickers' | 'sessions' | 'tasks' | 'terminals' | 'workspace'
>;

/**
 * The session that a command is about: the one that is named, the active terminal's, the
 * only one there is, or the person's choice; `undefined` where the person would rather not.
 * @throws {SessionError} `SESSION_NOT_FOUND`; `BAD_REQUEST` where there is none to choose.
 */
export async function chooseSession(
  deps: ChooseSessionDeps,
  request: SessionRequest,
): Promise<ChosenSession | undefined> {
  if (request.session !== undefined) {
    return { ...requireKnownSession(deps, request.session), chosenBy: 'pointing' };
  }
  const choices = listSessionChoices(deps).filter(
    ({ sessionId }) => request.among === 'all' || isRunning(requireKnownSession(deps, sessionId)),
  );
  const ids = choices.map(({ sessionId }) => sessionId);
  const active = deps.terminals.activeSessionId;
  if (request.preferActive === 'yes' && active !== undefined && ids.includes(active)) {
    return { ...requireKnownSession(deps, active), chosenBy: 'focus' };
  }
  if (choices.length === 0) {
    throw new SessionError(
      'BAD_REQUEST',
      `There is no ${request.among === 'running' ? 'running ' : ''}session: start one with Agents: Start Agent in Task.`,
    );
  }
  const [only] = ids.length === 1 ? ids : [];
  const id = only ?? (await deps.pickers.pickSession(choices));
  const chosenBy = only === undefined ? 'pointing' : 'focus';
  return id === undefined ? undefined : { ...requireKnownSession(deps, id), chosenBy };
}
