import type { RestartSessionArguments } from '../config/contributions';
import { parsePtyId, SHELL_PROVIDER_ID } from '../pty/ptyId';
import { chooseSession } from './chooseSession';
import type { CommandDeps, CommandSource, StartedSession } from './commandDeps';
import { isRunning, type KnownSession } from './knownSessions';
import { restart } from './restart';

/**
 * Starts a session again, which ends what runs in it: a person is asked before, a program that
 * names the session is taken at its word. It goes on with its conversation unless `fresh`.
 */
export async function restartSession(
  deps: CommandDeps,
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

const WAYS = {
  resume: 'Restart Session',
  fresh: 'Restart with a New Conversation',
} as const;

function askWhetherToEnd(
  { faceOf, questions }: CommandDeps,
  { sessionId, label, task }: KnownSession,
  { fresh = false }: Pick<RestartSessionArguments, 'fresh'>,
): Promise<(typeof WAYS)[keyof typeof WAYS] | undefined> {
  const providerId = parsePtyId(sessionId)?.providerId ?? '';
  const isShell = providerId === SHELL_PROVIDER_ID;
  const canGoOn = faceOf(providerId, task?.folder).resumes;
  const detail = isShell ? ENDS : `${ENDS} ${canGoOn && !fresh ? GOES_ON : BEGINS_ANEW}`;
  const message = `Restart ${label}?`;
  if (fresh && !isShell) {
    return questions.ask({ message, detail, answers: [WAYS.fresh] });
  }
  const answers = canGoOn ? [WAYS.resume, WAYS.fresh] : [WAYS.resume];
  return questions.ask({ message, detail, answers });
}

const ENDS = 'Its programs end, with what they are doing.';
const GOES_ON = 'Its agent starts again and goes on with the conversation.';
const BEGINS_ANEW =
  'A new conversation starts. What the agent itself remembers of the old one stays where the agent keeps it.';
