import type { SessionArguments } from '../config/contributions';
import { chooseSession } from './chooseSession';
import type { CommandDeps, StartedSession } from './commandDeps';
import { restart } from './restart';

/** Ends a session and starts its conversation again. */
export async function restartSession(
  deps: CommandDeps,
  { session }: SessionArguments,
): Promise<StartedSession | undefined> {
  const known = await chooseSession(deps, { session, among: 'all', preferActive: 'yes' });
  return known && restart(deps, known, undefined);
}
