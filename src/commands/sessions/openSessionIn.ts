import type { TerminalLocationSetting } from '../../config/contributions';
import { openSession } from './openSession';
import type { CommandHandler } from '../commandCall';

/** {@link openSession} with a location, for menus, which cannot pass arguments. */
export function openSessionIn(
  location: TerminalLocationSetting,
): CommandHandler<'openSessionInEditor' | 'openSessionInPanel' | 'openSessionToSide'> {
  return (deps, { session }) => openSession(deps, { session, location });
}
