import type { CommandServices } from '../commandServices';
import { openSession, type OpenSessionDeps } from './openSession';

export type OpenWaitingDeps = OpenSessionDeps & Pick<CommandServices, 'waitingSelection'>;

/** Opens the session whose row is selected in Needs You: what a click on it does. */
export async function openWaiting(deps: OpenWaitingDeps): Promise<unknown> {
  const node = await deps.waitingSelection();
  return node?.kind === 'session' ? openSession(deps, { session: node.session }) : undefined;
}
