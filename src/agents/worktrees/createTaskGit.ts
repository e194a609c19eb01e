import { randomUUID as randomUuid } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../base/clock';
import { isAlive } from '../../base/isAlive';
import type { DisposableStore } from '../../base/lifecycle';
import { findExecutable } from '../../pty/shell/preflight';
import { Git, type RepositoryHooks } from '../../worktrees/git/git';
import { Worktrees } from '../../worktrees/worktrees';
import type { AgentsDeps } from '../agentsDeps';
import { TaskCommits } from '../landing/taskCommits';
import { TaskLandings } from '../landing/taskLandings';
import { ownHomeOf } from '../start/machineFacts';
import { TaskStarts } from './taskStarts';
import { TaskWorktrees } from './taskWorktrees';
import { ToldNotices } from './toldNotices';

interface TaskGit {
  readonly worktrees: TaskWorktrees;
  readonly landings: TaskLandings;
  readonly commits: TaskCommits;
}

/** Creates what works on the repositories of tasks. */
export function createTaskGit(deps: AgentsDeps, store: DisposableStore): TaskGit {
  const { taskRemoval, guard, logger, machine, map, settingsOf, tasks } = deps;
  const { env } = machine;
  const { home } = machine.user;
  const homes = { home, fallback: join(ownHomeOf(machine), 'worktrees') };
  const clock = systemClock;
  const { run: runCommand } = guard;
  const gitPathOf = (folderUri: string): string => settingsOf(folderUri).gitPath || 'git';
  const worktreesOf = (folderUri: string, hooks: RepositoryHooks = 'run'): Worktrees => {
    const gitPath = (): string => gitPathOf(folderUri);
    const git = new Git({ clock, runCommand, findExecutable, gitPath, env, home, hooks });
    return new Worktrees({ git, homes, temp: tmpdir(), randomMark: randomUuid });
  };
  const told = new ToldNotices(join(ownHomeOf(machine), 'told'));
  const worktrees = new TaskWorktrees({
    clock,
    map,
    taskRemoval,
    settingsOf,
    tasks,
    told,
    worktreesOf,
  });
  store.add(new TaskStarts({ clock, logger, tasks, worktrees }));
  const { pid } = process;
  return {
    worktrees,
    landings: new TaskLandings({ clock, isAlive, logger, pid, tasks, worktreesOf }),
    commits: new TaskCommits({ gitPathOf, worktrees, worktreesOf }),
  };
}
