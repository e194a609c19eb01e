import { SessionError } from '../../base/errors';
import { hasLiveAgent } from '../../pty/liveAgent';
import { SHELL_PROVIDER_ID, parsePtyId } from '../../pty/ptyId';
import type { Task } from '../../tasks/task';
import { findTaskOfSession } from '../../tasks/taskOfSession';
import type { CommandServices } from '../commandServices';
import { chooseSession, type ChosenSession } from '../sessions/chooseSession';

/** Whether an agent of the task runs. */
export function hasAgent(deps: CommandServices, task: Task): boolean {
  return deps.sessions.list().some(({ id }) => isAgentOf(deps, task, id));
}

/**
 * The only running agent of a task, or the person's choice; `undefined` if they cancel.
 * @param hint what to do without one, after a colon.
 * @throws {SessionError} `BAD_REQUEST` without a running agent.
 */
export async function chooseAgent(
  deps: CommandServices,
  task: Task,
  { hint, session }: { readonly hint: string; readonly session?: string | undefined },
): Promise<ChosenSession | undefined> {
  if (!hasAgent(deps, task)) {
    throw new SessionError('BAD_REQUEST', `No agent of task "${task.name}" runs${hint}`);
  }
  return chooseSession(deps, {
    session,
    among: 'running',
    preferActive: 'no',
    isOffered: ({ sessionId }) => isAgentOf(deps, task, sessionId),
  });
}

function isAgentOf({ sessions }: CommandServices, task: Task, id: string): boolean {
  const info = sessions.get(id);
  return (
    findTaskOfSession([task], id) !== undefined &&
    info !== undefined &&
    hasLiveAgent(info) &&
    parsePtyId(id)?.providerId !== SHELL_PROVIDER_ID
  );
}
