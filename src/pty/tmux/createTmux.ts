import { systemClock } from '../../base/clock';
import { isDirectory } from '../../base/directories';
import type { TmuxPrograms } from '../createSessionManager';
import { createTerminate } from '../process/createTerminate';
import { runCommand } from '../process/runCommand';
import { endTmuxSession } from './tmuxKill';
import { TmuxSessions, type TmuxSessionsDeps } from './tmuxSessions';
import { TmuxSpawner } from './tmuxSpawner';
import { queryTmuxVersion } from './tmuxVersion';

/** Creates the service that finds and ends the sessions in tmux whose files are in `directory`. */
export function createTmuxSessions({
  directory,
  server,
}: Pick<TmuxSessionsDeps, 'directory' | 'server'>): TmuxSessions {
  const clock = systemClock;
  const terminate = createTerminate(clock);
  return new TmuxSessions({ directory, server, run: runCommand, terminate, isDirectory, clock });
}

/** Creates the runner of tmux clients for a window. The session host runs none. */
export function createTmuxPrograms(): TmuxPrograms {
  const run = runCommand;
  const terminate = createTerminate(systemClock);
  return {
    spawnerOver: (spawner) => new TmuxSpawner({ spawner, run }),
    end: (tmux) => endTmuxSession({ run, terminate }, tmux),
  };
}

/** The output of `tmux -V`, also without trust: sessions that already run in tmux are found by it. */
export function readTmuxVersion(file: string): Promise<string> {
  return queryTmuxVersion(runCommand, file);
}
