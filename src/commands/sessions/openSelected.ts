import type { CommandServices } from '../commandServices';
import { openSession, type OpenSessionDeps } from './openSession';

export type OpenSelectedDeps = OpenSessionDeps & Pick<CommandServices, 'settledSelection'>;

/** Opens the session whose row is selected in the tree: what a click on it does. */
export async function openSelected(deps: OpenSelectedDeps): Promise<unknown> {
  const node = await deps.settledSelection();
  return node?.kind === 'session' ? openSession(deps, { session: node.session }) : undefined;
}
