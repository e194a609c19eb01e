import type { SessionArguments } from '../../config/contributions';
import type { CommandDeps, CommandSource, StartedSession } from '../commandDeps';
import { restartSession } from './restartSession';

/** {@link restartSession} with a new conversation, for menus, which can pass no such wish. */
export function restartFresh(
  deps: CommandDeps,
  { session }: SessionArguments,
  source: CommandSource,
): Promise<StartedSession | undefined> {
  return restartSession(deps, { session, fresh: true }, source);
}
