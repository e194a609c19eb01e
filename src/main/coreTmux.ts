import type { AgentSettings } from '../agents/start/agentSettings';
import type { HostFacts } from '../agents/start/hostFacts';
import { TmuxPlanner } from '../agents/start/tmuxPlanner';
import { systemClock } from '../base/clock';
import { isDirectory, type TmuxPrograms } from '../pty/createSessionManager';
import { createTerminate } from '../pty/process/createTerminate';
import { findExecutable } from '../pty/shell/preflight';
import { runCommand } from '../pty/process/runCommand';
import { endTmuxSession } from '../pty/tmux/tmuxKill';
import { TmuxSessions } from '../pty/tmux/tmuxSessions';
import { TmuxSpawner } from '../pty/tmux/tmuxSpawner';

/** Makes what plans sessions that live in tmux, and what finds them again. */
export function createTmux(
  host: HostFacts,
  settingsOf: (folderUri: string | undefined) => AgentSettings,
) {
  const run = runCommand;
  const tmux = new TmuxPlanner({ host, run, findExecutable, clock: systemClock });
  const place = () => tmux.place(settingsOf(undefined));
  const terminate = createTerminate(systemClock);
  const { directory } = tmux;
  const deps = { directory, place, run, terminate, isDirectory, clock: systemClock };
  const tmuxSessions = new TmuxSessions(deps);
  return { tmux, tmuxSessions };
}

/** Makes what runs those programs, for a window: the session host has no need of tmux. */
export function createTmuxPrograms(): TmuxPrograms {
  const run = runCommand;
  const terminate = createTerminate(systemClock);
  return {
    spawnerOver: (spawner) => new TmuxSpawner({ spawner, run }),
    end: (tmux) => endTmuxSession({ run, terminate }, tmux),
  };
}
