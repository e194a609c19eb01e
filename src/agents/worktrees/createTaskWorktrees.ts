import { randomUUID as randomUuid } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import { ownHomeOf, type MachineFacts } from '../start/machineFacts';
import { TaskWorktrees } from './taskWorktrees';
import { ToldNotices } from './toldNotices';

interface CreateTaskWorktreesDeps {
  readonly taskRemoval: TaskRemoval;
  readonly guard: TrustGuard;
  readonly machine: MachineFacts;
  readonly map: SessionMapStore;
  readonly settingsOf: (folderUri: string | undefined) => AgentSettings;
  readonly tasks: TaskStore;
}

/** Creates the service for the worktrees of tasks, which runs the git of each folder's settings. */
export function createTaskWorktrees(deps: CreateTaskWorktreesDeps): TaskWorktrees {
  const { taskRemoval, guard, machine, map, settingsOf, tasks } = deps;
  const { env } = machine;
  const { home } = machine.user;
  const homes = { home, fallback: join(ownHomeOf(machine), 'worktrees') };
  const clock = systemClock;
  const { run: runCommand } = guard;
  const worktreesOf = (folderUri: string, hooks: RepositoryHooks): Worktrees => {
    const gitPath = (): string => settingsOf(folderUri).gitPath || 'git';
    const git = new Git({ clock, runCommand, findExecutable, gitPath, env, home, hooks });
    return new Worktrees({ git, homes, temp: tmpdir(), randomMark: randomUuid });
  };
  const taskMover = new TaskMover(tasks, map);
  const told = new ToldNotices(join(ownHomeOf(machine), 'told'));
  return new TaskWorktrees({ clock, taskRemoval, taskMover, settingsOf, tasks, told, worktreesOf });
}
