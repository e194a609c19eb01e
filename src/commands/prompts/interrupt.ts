import type { SessionArguments } from '../../config/contributions';
import { chooseSession } from '../sessions/chooseSession';
import type { CommandServices } from '../commandServices';

/** Types the provider's interrupt key into a session. */
export async function interrupt(
  deps: CommandServices,
  { session }: SessionArguments,
): Promise<void> {
  const known = await chooseSession(deps, { session, among: 'running', preferActive: 'yes' });
  if (known) {
    await deps.delivery.interrupt(known.sessionId);
  }
}
