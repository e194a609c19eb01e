import type { TerminalPlace } from '../../config/contributions';
import { openSession, type OpenSessionDeps } from './openSession';
import type { CommandHandler } from '../registerCommand';

/** The commands that are `openSession` with a place, for menus, which can pass none. */
export function openSessionIn(
  location: TerminalPlace,
): CommandHandler<
  'openSessionInEditor' | 'openSessionInPanel' | 'openSessionToSide',
  OpenSessionDeps
> {
  return (deps, { session }) => openSession(deps, { session, location });
}
