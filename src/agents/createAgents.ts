import { settledWithin, systemClock } from '../base/clock';
import type { DisposableStore, Disposable } from '../base/lifecycle';
import type { SessionHandover } from '../ownership/sessionHandover';
import { outlivesWindow } from '../pty/session/outlivesWindow';
import type { AgentsDeps } from './agentsDeps';
import { createConversations } from './conversations/createConversations';
import { createStarts } from './createStarts';
import type { KeptOptions } from './options/keptOptions';
import { createInput } from './prompts/createInput';
import { createPlanners } from './start/createPlanners';
import { createReconnector } from './start/createReconnector';
import { createTaskGit } from './worktrees/createTaskGit';
import type { TaskWorktrees } from './worktrees/taskWorktrees';

/** What other rooms use of agents: their starts, conversations, input, worktrees and reconnection. */
export type Agents = ReturnType<typeof createAgents>;

export function createAgents(deps: AgentsDeps, store: DisposableStore) {
  const conversations = createConversations(deps, store);
  const planners = createPlanners(deps, conversations);
  const { reconnector, uses } = createReconnector(deps, conversations, store);
  const { answers, delivery, trust } = createInput(deps, store);
  const starts = createStarts(deps, { conversations, delivery, planners });
  const { commits, landings, worktrees } = createTaskGit(deps, store);
  const handover: Pick<SessionHandover, 'isInUse' | 'whenUnused'> = conversations.handover;
  const keptOptions: Pick<KeptOptions, 'keepModel'> = conversations.keptOptions;
  return {
    agentResolver: planners.agentResolver,
    answers,
    commandRuns: starts.commandRuns,
    commits,
    delivery,
    earlier: starts.earlier,
    handover,
    keptOptions,
    landings,
    launcher: starts.launcher,
    programs: starts.programs,
    providerChecks: planners.providerChecks,
    ptys: starts.ptys,
    reconnector,
    resumePreviews: starts.resumePreviews,
    shutdown: createShutdown(deps, conversations.closing, worktrees),
    trust,
    uses,
    worktrees,
  };
}

/** How long a closing window waits for the releases of its leases, in ms. */
const SETTLE_MS = 500;

/**
 * Ends all sessions except those that outlive the window, and the creations of worktrees, and writes all
 * state to disk. The conversations of all sessions remain marked as open, so that the next window can
 * resume them.
 * @param closing closes a conversation when its session ends.
 */
function createShutdown(
  { hooks, leases, map, ownership, sessions, tasks }: AgentsDeps,
  closing: Disposable,
  worktrees: TaskWorktrees,
): (timeoutMs: number) => Promise<void> {
  return async (timeoutMs) => {
    closing.dispose();
    const living = sessions.list().filter(outlivesWindow);
    living.forEach(({ id }) => hooks.leave(id));
    await Promise.all([
      sessions.shutdown(timeoutMs),
      settledWithin(systemClock, timeoutMs, worktrees.creations.cancelAll()),
    ]);
    // The end of a session changes conversations and leases, so these are written last.
    await settledWithin(systemClock, SETTLE_MS, ownership.settle());
    await Promise.all([tasks.flush(), map.flush(), leases.shutdown()]);
  };
}
