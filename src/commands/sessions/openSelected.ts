import type { CommandServices } from '../commandServices';
import { openSession, type OpenSessionDeps } from './openSession';

export type OpenSelectedDeps = OpenSessionDeps & Pick<CommandServices, 'settledSelection'>;

/** Opens the session of the selected row of the tree. A click on a row runs this. */
export async function openSelected(deps: OpenSelectedDeps): Promise<unknown> {
  const node = await deps.settledSelection();
  return node?.kind === 'session' ? openSession(deps, { session: node.session }) : undefined;
}
