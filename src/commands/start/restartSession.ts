import type { RestartSessionArguments, SessionArguments } from '../../config/contributions';
import { chooseSession, type ChooseSessionDeps } from '../sessions/chooseSession';
import type { CommandServices, CommandSource, StartedSession } from '../commandServices';
import { describeStart, hasChoice } from '../sessions/describeResumePreview';
import { previewResume, type PreviewResumeDeps } from '../sessions/previewResume';
import { isRunning, type KnownSession } from '../sessions/knownSessions';
import { restart, type RestartDeps } from './restart';

export type RestartSessionDeps = ChooseSessionDeps &
  PreviewResumeDeps &
  RestartDeps &
  Pick<CommandServices, 'questions'>;

/**
 * Starts a session again, which ends what runs in it: a person is asked before, a program that
 * names the session is taken at its word. It goes on with its conversation unless `fresh`.
 */
export async function restartSession(
  deps: RestartSessionDeps,
  { session, fresh }: RestartSessionArguments,
  source: CommandSource,
): Promise<StartedSession | undefined> {
  const known = await chooseSession(deps, { session, among: 'all', preferActive: 'yes' });
  if (!known) {
    return undefined;
  }
  const isNamed = source === 'program' && session !== undefined;
  const answer =
    isNamed || !isRunning(known)
      ? WAYS[fresh ? 'fresh' : 'resume']
      : await askWhetherToEnd(deps, known, { fresh });
  return answer && restart(deps, known, { fresh: answer === WAYS.fresh });
}

/** {@link restartSession} with a new conversation, for menus, which pass no options. */
export function restartFresh(
  deps: RestartSessionDeps,
  { session }: SessionArguments,
  source: CommandSource,
): Promise<StartedSession | undefined> {
  return restartSession(deps, { session, fresh: true }, source);
}

const WAYS = {
  resume: 'Restart Session',
  fresh: 'Restart with a New Conversation',
} as const;

async function askWhetherToEnd(
  deps: RestartSessionDeps,
  known: KnownSession,
  { fresh = false }: Pick<RestartSessionArguments, 'fresh'>,
): Promise<(typeof WAYS)[keyof typeof WAYS] | undefined> {
  const preview = await previewResume(deps, known);
  const message = `Restart ${known.label}?`;
  const detail = `${ENDS} ${describeStart(preview, { fresh })}`.trimEnd();
  if (fresh && preview !== 'none') {
    return deps.questions.ask({ message, detail, answers: [WAYS.fresh] });
  }
  const answers = hasChoice(preview) ? [WAYS.resume, WAYS.fresh] : [WAYS.resume];
  return deps.questions.ask({ message, detail, answers });
}

const ENDS = 'Its programs end, even in the middle of their work.';
