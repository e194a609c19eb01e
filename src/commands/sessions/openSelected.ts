import type { CommandServices } from '../commandServices';
import { openSession } from './openSession';

/** Opens the session of the selected row of the tree. A click on a row runs this. */
export async function openSelected(deps: CommandServices): Promise<unknown> {
  const node = await deps.settledSelection();
  return node?.kind === 'session' ? openSession(deps, { session: node.session }) : undefined;
}
