import type { RestartSessionArguments, SessionArguments } from '../../config/contributions';
import { isRunning } from '../../pty/liveAgent';
import { chooseSession } from '../sessions/chooseSession';
import type { CommandServices, CommandSource, StartedSession } from '../commandServices';
import { describeStart, hasChoice } from '../sessions/describeResumePreview';
import { previewResume } from '../sessions/previewResume';
import type { KnownSession } from '../sessions/knownSessions';
import { PROGRAMS_END } from '../sessions/planKillQuestion';
import { restart } from './restart';

/**
 * Restarts a session, which ends its programs. A person is asked first; a program that names the
 * session is not. The session resumes its conversation unless `fresh` is set.
 */
export async function restartSession(
  deps: CommandServices,
  { session, fresh, spawnMode }: RestartSessionArguments,
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
  { fresh = false }: Pick<RestartSessionArguments, 'fresh'>,
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
