import type { CommandServices } from '../../../src/commands/commandServices';
import { worktreeTask } from '../agents/worktreeTask';
import { sessionInfo } from '../pty/fakeSessions';
import { CommandWorld } from './commandWorld';

/** The session of the task in {@link worktreeWorld}. */
export const ADA = 'ada-main-t1';

/** The events of its end. */
export const ENDED: readonly string[] = [`close ${ADA}`, `kill ${ADA}`];

/** A task `t1` with a worktree in which Ada runs. */
export function worktreeWorld(overrides: Partial<CommandServices> = {}): CommandWorld {
  const made = new CommandWorld(overrides);
  made.tasks = [worktreeTask('t1', [ADA])];
  made.sessions.put(sessionInfo({ id: ADA, state: 'active' }));
  return made;
}
