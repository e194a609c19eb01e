import type { NewChatArguments } from '../../config/contributions';
import type { CommandDeps, StartedSession } from '../commandDeps';
import { planStart } from '../start/planStart';
import { showStart } from '../start/showStart';

/** Starts another conversation beside a task's main one. */
export async function newChat(
  deps: CommandDeps,
  args: NewChatArguments,
): Promise<StartedSession | undefined> {
  return showStart(deps, await planStart(deps, args, { conversation: 'chat' }), undefined);
}
