import type { AgentHooks } from './start/agentHooks';
import { settledWithin, systemClock } from '../base/clock';
import type { Disposable } from '../base/lifecycle';
import type { Ownership } from '../ownership/createOwnership';
import { outlivesWindow } from '../pty/session/outlivesWindow';
import type { SessionService } from '../pty/sessionService';
import type { SessionMapStore } from '../tasks/sessionMapStore';
import type { TaskStore } from '../tasks/taskStore';
import type { TaskWorktrees } from './worktrees/taskWorktrees';

/** How long a closing window waits for the ids of conversations that have just started, in ms. */
const SETTLE_MS = 500;

interface ShutdownDeps extends Pick<Ownership, 'leases' | 'ownership'> {
  readonly hooks: AgentHooks;
  /** Closes a conversation when its session ends. */
  readonly closing: Disposable;
  readonly map: SessionMapStore;
  readonly sessions: SessionService;
  readonly tasks: TaskStore;
  readonly worktrees: TaskWorktrees;
}

/**
 * Ends all sessions except those that outlive the window, and the creations of worktrees. The conversations of all sessions remain
 * marked as open, so that the next window can resume them.
 */
export function createShutdown(deps: ShutdownDeps): (timeoutMs: number) => Promise<void> {
  const { closing, hooks, leases, map, ownership, sessions, tasks, worktrees } = deps;
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
