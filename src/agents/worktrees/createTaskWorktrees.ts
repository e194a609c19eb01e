import { randomUUID as randomUuid } from 'node:crypto';
import { tmpdir } from 'node:os';
import { systemClock } from '../../base/clock';
import { findExecutable } from '../../pty/shell/preflight';
import type { TrustGuard } from '../../pty/trustGuard';
import type { TaskRemoval } from '../../tasks/taskRemoval';
import { TaskMover } from '../../tasks/taskMover';
import type { SessionMapStore } from '../../tasks/sessionMapStore';
import type { TaskStore } from '../../tasks/taskStore';
import { Git, type RepositoryHooks } from '../../worktrees/git/git';
import { Worktrees } from '../../worktrees/worktrees';
import type { AgentSettings } from '../start/agentSettings';
import { TaskWorktrees } from './taskWorktrees';

interface CreateTaskWorktreesDeps {
  /** The extension's own environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly taskRemoval: TaskRemoval;
  readonly guard: TrustGuard;
  /** The person's home directory. */
  readonly home: string;
  readonly map: SessionMapStore;
  readonly settingsOf: (folderUri: string | undefined) => AgentSettings;
  readonly tasks: TaskStore;
}

/** Creates the service for the worktrees of tasks, which runs the git of each folder's settings. */
export function createTaskWorktrees(deps: CreateTaskWorktreesDeps): TaskWorktrees {
  const { env, taskRemoval, guard, home, map, settingsOf, tasks } = deps;
  const clock = systemClock;
  const { run: runCommand } = guard;
  const worktreesOf = (folderUri: string, hooks: RepositoryHooks): Worktrees => {
    const gitPath = (): string => settingsOf(folderUri).gitPath || 'git';
    const git = new Git({ clock, runCommand, findExecutable, gitPath, env, home, hooks });
    return new Worktrees({ git, home, temp: tmpdir(), randomMark: randomUuid });
  };
  const taskMover = new TaskMover(tasks, map);
  return new TaskWorktrees({ clock, taskRemoval, taskMover, settingsOf, tasks, worktreesOf });
}
