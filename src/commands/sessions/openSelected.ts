import type { CommandDeps } from '../commandDeps';
import { openSession } from './openSession';

/** Opens the session whose row is selected in the tree: what a click on it does. */
export async function openSelected(deps: CommandDeps): Promise<unknown> {
  const node = await deps.settledSelection();
  return node?.kind === 'session' ? openSession(deps, { session: node.session }) : undefined;
}
