import type { CommandDeps } from '../commandDeps';
import { openSession } from './openSession';

/** Opens the session whose row is selected in Needs You: what a click on it does. */
export async function openWaiting(deps: CommandDeps): Promise<unknown> {
  const node = await deps.waitingSelection();
  return node?.kind === 'session' ? openSession(deps, { session: node.session }) : undefined;
}
