import type { TerminalLocationSetting } from '../../config/contributions';
import type { CommandArguments, SessionArguments } from '../commandArguments';
import { subjectOfSession } from '../../views/terminals/terminalSubject';
import { chooseSession } from './chooseSession';
import type { CommandServices } from '../commandServices';
import { restart } from '../start/restartSession';
import { openComment } from '../review/comments';
import { openChangedFile, reviewTask } from '../review/reviewTask';
import { openRound } from '../review/rounds';
import { takeOverSession } from '../start/otherWindow';

/**
 * Shows a session in its terminal, or in a new one. An ended session shows its last screen while
 * that is kept. A session that runs in another window is taken over. A conversation without a
 * session is resumed.
 */
export async function openSession(
  deps: CommandServices,
  { session: requested, location }: CommandArguments['openSession'],
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

/** Opens what the selected row of the tree stands for. A click on a row runs this. */
export async function openSelected(deps: CommandServices): Promise<unknown> {
  const node = await deps.settledSelection();
  if (node?.kind === 'file') {
    return openChangedFile(deps, node);
  }
  if (node?.kind === 'moreFiles') {
    return reviewTask(deps, { task: node.task });
  }
  if (node?.kind === 'comment') {
    return openComment(deps, node);
  }
  if (node?.kind === 'round') {
    return openRound(deps, node);
  }
  return node?.kind === 'session' ? openSession(deps, { session: node.session }) : undefined;
}

/** {@link openSession} with a location, for menus, which cannot pass arguments. */
export function openSessionIn(location: TerminalLocationSetting) {
  return (deps: CommandServices, { session }: SessionArguments): Promise<unknown> =>
    openSession(deps, { session, location });
}

/** Opens the session of the selected row of Needs You. A click on a row runs this. */
export async function openWaiting(deps: CommandServices): Promise<unknown> {
  const node = await deps.waitingSelection();
  return node?.kind === 'session' ? openSession(deps, { session: node.session }) : undefined;
}
