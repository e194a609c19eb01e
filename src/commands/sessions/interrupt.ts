import type { SessionArguments } from '../../config/contributions';
import { chooseSession } from './chooseSession';
import type { CommandDeps } from '../commandDeps';

/** Sends the provider's own interrupt key. */
export async function interrupt(deps: CommandDeps, { session }: SessionArguments): Promise<void> {
  const known = await chooseSession(deps, { session, among: 'running', preferActive: 'yes' });
  if (known) {
    await deps.agents.interrupt(known.sessionId);
  }
}
