import type { RestartSessionArguments } from '../config/contributions';
import { chooseSession } from './chooseSession';
import type { CommandDeps, CommandSource, StartedSession } from './commandDeps';
import { isRunning, type KnownSession } from './knownSessions';
import { restart } from './restart';

/**
 * Starts a session anew, which ends what runs in it: a person is asked before, a program
 * that names the session is taken at its word.
 */
export async function restartSession(
  deps: CommandDeps,
  { session }: RestartSessionArguments,
  source: CommandSource,
): Promise<StartedSession | undefined> {
  const known = await chooseSession(deps, { session, among: 'all', preferActive: 'yes' });
  const isNamed = source === 'program' && session !== undefined;
  const isWanted = known && (isNamed || !isRunning(known) || (await isEndWanted(deps, known)));
  return isWanted ? restart(deps, known, undefined) : undefined;
}

async function isEndWanted({ questions }: CommandDeps, { label }: KnownSession): Promise<boolean> {
  const answer = await questions.ask({
    message: `Restart ${label}?`,
    detail:
      'Its programs end, with what they are doing, and a new conversation starts. What the agent itself remembers of the old one stays where the agent keeps it.',
    answers: ['Restart Session'],
  });
  return answer !== undefined;
}
