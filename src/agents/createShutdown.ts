import { settledWithin, systemClock } from '../base/clock';
import type { Disposable } from '../base/lifecycle';
import { outlivesWindow } from '../pty/session/outlivesWindow';
import type { AgentsDeps } from './agentsDeps';
import type { TaskWorktrees } from './worktrees/taskWorktrees';

/** How long a closing window waits for the releases of its leases, in ms. */
const SETTLE_MS = 500;

/**
 * Ends all sessions except those that outlive the window, and the creations of worktrees. The conversations of all sessions remain
 * marked as open, so that the next window can resume them.
 * @param closing closes a conversation when its session ends.
 */
export function createShutdown(
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
