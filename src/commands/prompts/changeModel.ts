import { SessionError } from '../../base/errors';
import type { CommandArguments } from '../commandArguments';
import { parsePtyId } from '../../pty/ptyId';
import type { CommandServices } from '../commandServices';
import { chooseSession, type ChosenSession } from '../sessions/chooseSession';
import { chooseModel } from '../start/chooseModel';

export async function changeModel(
  deps: CommandServices,
  { session, model }: CommandArguments['changeModel'],
): Promise<void> {
  const known = await chooseChangeable(deps, session);
  const name = known && (model ?? (await chooseModel(deps, ownerOf(deps, known))));
  if (!known || name === undefined) {
    return;
  }
  const { label, sessionId } = known;
  const showThatItAsks = (): void =>
    void deps.messages.showInfo(`${label} asks before it changes its model: answer it there.`);
  const change = () => deps.modelChanger.change(sessionId, name, showThatItAsks);
  switch (await deps.busy(`Changing the model of ${label}...`, change)) {
    case 'changed':
      return deps.keptOptions.keepModel(sessionId, name);
    case 'unconfirmed':
      // Most likely the person has declined.
      return;
    case 'unseen':
      return deps.messages.showInfo(
        `${label} has not reported that it uses ${name}: look at its terminal.`,
      );
  }
}

/**
 * The named session, the active terminal's, or the person's choice among those whose model can be changed.
 * @throws {SessionError} `ILLEGAL_STATE` with the reason why the model cannot be changed.
 */
async function chooseChangeable(
  deps: CommandServices,
  named: string | undefined,
): Promise<ChosenSession | undefined> {
  const { modelChanger } = deps;
  const known = await chooseSession(deps, {
    session: named ?? deps.terminals.activeSessionId,
    among: 'running',
    preferActive: 'yes',
    isOffered: ({ session }) => session !== undefined && !modelChanger.findObstacle(session),
  });
  const obstacle = known?.session && modelChanger.findObstacle(known.session);
  if (obstacle !== undefined) {
    throw new SessionError('ILLEGAL_STATE', obstacle);
  }
  return known;
}

function ownerOf({ workspace }: CommandServices, { sessionId, task }: ChosenSession) {
  const folder = workspace().folders.find(({ uri }) => uri === task?.folder);
  return { folder, providerId: parsePtyId(sessionId)?.providerId ?? '' };
}
