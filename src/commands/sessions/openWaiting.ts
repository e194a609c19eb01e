import type { CommandServices } from '../commandServices';
import { openSession } from './openSession';

/** Opens the session of the selected row of Needs You. A click on a row runs this. */
export async function openWaiting(deps: CommandServices): Promise<unknown> {
  const node = await deps.waitingSelection();
  return node?.kind === 'session' ? openSession(deps, { session: node.session }) : undefined;
}
