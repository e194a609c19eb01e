import type { AgentSettings } from './agents/agentSettings';
import type { HostFacts } from './agents/hostFacts';
import { TmuxPlanner } from './agents/tmuxPlanner';
import { systemClock } from './base/clock';
import { isDirectory, type TmuxPrograms } from './pty/createSessionManager';
import { createTerminate } from './pty/createTerminate';
import { findExecutable } from './pty/preflight';
import { runCommand } from './pty/runCommand';
import { endTmuxSession } from './pty/tmuxKill';
import { TmuxSessions } from './pty/tmuxSessions';
import { TmuxSpawner } from './pty/tmuxSpawner';

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
