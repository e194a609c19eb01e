import type { CommandArguments, SessionArguments } from '../commandArguments';
import { isRunning } from '../../pty/liveAgent';
import { chooseSession } from '../sessions/chooseSession';
import type { CommandServices, CommandSource, StartedSession } from '../commandServices';
import { describeStart, hasChoice, previewResume } from '../sessions/previewResume';
import type { KnownSession } from '../sessions/knownSessions';
import { PROGRAMS_END } from '../sessions/killSession';
import type { RestartOptions } from '../../agents/startRequests';
import type { TerminalLocationSetting } from '../../config/contributions';
import { requireFolders } from '../tasks/taskArguments';
import { confirmKept } from './confirmStart';
import { restartHere, takeOverSession } from './otherWindow';
import { showStart } from './startAgent';

/**
 * Restarts a session, which ends its programs. A person is asked first; a program that names the
 * session is not. The session resumes its conversation unless `fresh` is set.
 */
export async function restartSession(
  deps: CommandServices,
  { session, fresh, spawnMode }: CommandArguments['restartSession'],
  source: CommandSource,
): Promise<StartedSession | undefined> {
  const known = await chooseSession(deps, { session, among: 'all', preferActive: 'yes' });
  if (!known) {
    return undefined;
  }
  const isNamed = source === 'program' && session !== undefined;
  const answer =
    isNamed || !isRunning(known.session)
      ? ANSWERS[fresh ? 'fresh' : 'resume']
      : await askWhetherToEnd(deps, known, { fresh });
  return answer && restart(deps, known, { fresh: answer === ANSWERS.fresh, spawnMode });
}

/** {@link restartSession} with a new conversation, for menus, which pass no options. */
export function restartFresh(
  deps: CommandServices,
  { session }: SessionArguments,
  source: CommandSource,
): Promise<StartedSession | undefined> {
  return restartSession(deps, { session, fresh: true }, source);
}

const ANSWERS = {
  resume: 'Restart Session',
  fresh: 'Restart with a New Conversation',
} as const;

async function askWhetherToEnd(
  deps: CommandServices,
  known: KnownSession,
  { fresh = false }: Pick<CommandArguments['restartSession'], 'fresh'>,
): Promise<(typeof ANSWERS)[keyof typeof ANSWERS] | undefined> {
  const preview = await previewResume(deps, known);
  const message = `Restart ${known.label}?`;
  const detail = `${PROGRAMS_END} ${describeStart(preview, { fresh })}`.trimEnd();
  if (fresh && preview !== 'none') {
    return deps.questions.ask({ message, detail, answers: [ANSWERS.fresh] });
  }
  const answers = hasChoice(preview) ? [ANSWERS.resume, ANSWERS.fresh] : [ANSWERS.resume];
  return deps.questions.ask({ message, detail, answers });
}

interface RestartRequest extends RestartOptions {
  readonly location?: TerminalLocationSetting | undefined;
}

/**
 * Starts a session again and shows its terminal. It resumes its conversation unless `fresh` is set.
 * A session that still runs, in this window or another one, is ended first.
 * @throws {SessionError} what `requireFolders` and `restartHere` throw.
 */
export async function restart(
  deps: CommandServices,
  known: KnownSession,
  { location, ...options }: RestartRequest,
): Promise<StartedSession | undefined> {
  const folder = requireFolders(deps.workspace()).find(({ uri }) => uri === known.task?.folder);
  const confirmed = folder ? await confirmKept(deps, known, folder) : {};
  if (!confirmed || (await takeOverSession(deps, known)) === 'declined') {
    return undefined;
  }
  const prepared = await restartHere(deps, known, { ...options, ...confirmed });
  return prepared === 'declined' ? undefined : showStart(deps, prepared, location);
}
