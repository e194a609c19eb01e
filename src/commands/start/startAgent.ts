import type { StartAgentArguments } from '../../config/contributions';
import type { CommandDeps, StartedSession } from '../commandDeps';
import { planStart } from './planStart';
import { showStart } from './showStart';

/** Starts an agent in a task, asking for what the arguments leave open. */
export async function startAgent(
  deps: CommandDeps,
  args: StartAgentArguments,
): Promise<StartedSession | undefined> {
  return showStart(deps, await planStart(deps, args, { conversation: 'auto' }), args.location);
}
