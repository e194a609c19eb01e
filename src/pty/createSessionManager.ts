import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { systemClock } from '../base/clock';
import type { Logger } from '../base/logger';
import { checkProgram } from './shell/checkProgram';
import { createTerminate } from './process/createTerminate';
import { SESSION_MARKER_VARIABLE } from './shell/environment';
import { NodePtyLoader } from './native/nodePtyLoader';
import { NodePtySpawner } from './native/nodePtySpawner';
import type { PtySpawner } from './ptyProcess';
import { runCommand } from './process/runCommand';
import {
  SessionManager,
  type SessionLimits,
  type SessionManagerDeps,
} from './session/sessionManager';
import { createSshRemoteEnd } from './ssh/sshRemoteEnd';
import { SshSpawner } from './ssh/sshSpawner';
import type { TmuxLine } from './tmux/tmuxLine';

/** What runs programs in tmux servers, and ends them there. */
export interface TmuxPrograms {
  /** Starts those by a client of tmux, and all others as `spawner` does. */
  spawnerOver(spawner: PtySpawner): PtySpawner;
  end(tmux: TmuxLine): Promise<void>;
}

export interface SessionsHost {
  readonly logger: Logger;
  readonly limits: () => SessionLimits;
  /** Where the extension lies: its own `node-pty` is below. */
  readonly extensionPath: string;
  /** Where VS Code lies; empty = nowhere. */
  readonly appRoot: string;
  readonly firstLife?: SessionManagerDeps['firstLife'];
  /** None where no session lives in tmux. */
  readonly tmuxPrograms?: TmuxPrograms;
}

/** Makes what holds the sessions of this process, over the PTYs of `node-pty`. */
export function createSessionManager(host: SessionsHost): SessionManager {
  const { logger, limits, appRoot, extensionPath, firstLife, tmuxPrograms } = host;
  const terminate = createTerminate(systemClock);
  const loader = new NodePtyLoader({
    require: createRequire(join(extensionPath, 'package.json')),
    places: { appRoot, extensionPath, electron: process.versions['electron'] !== undefined },
    platform: process.platform,
    logger,
  });
  const ptys = new NodePtySpawner({ loader, clock: systemClock, logger });
  const spawner = tmuxPrograms?.spawnerOver(ptys) ?? ptys;
  const endRemote = createSshRemoteEnd({ run: runCommand, logger });
  return new SessionManager({
    spawner: new SshSpawner({ spawner, clock: systemClock }),
    sendSignal,
    isDirectory,
    clock: systemClock,
    logger,
    limits,
    firstLife,
    checkProgram: (program) => checkProgram(program, process.platform),
    endProgram: (pid, { [SESSION_MARKER_VARIABLE]: marker }) =>
      terminate({ pid, marker: marker && `${SESSION_MARKER_VARIABLE}=${marker}` }),
    endRemote: async (spec) => {
      const { tmux } = spec.program;
      await (tmux ? tmuxPrograms?.end(tmux) : endRemote(spec));
    },
  });
}

function sendSignal(pid: number, signal: 'SIGCONT' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile, or this is Windows, where nothing is stopped and woken.
  }
}

export function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
