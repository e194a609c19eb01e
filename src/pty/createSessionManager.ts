import { createRequire } from 'node:module';
import { join } from 'node:path';
import { systemClock } from '../base/clock';
import { isDirectory } from '../base/directories';
import type { Logger } from '../base/logger';
import { checkProgram } from './shell/checkProgram';
import { createTerminate } from './process/createTerminate';
import { SESSION_MARKER_VARIABLE } from './shell/environment';
import { NodePtyLoader } from './native/nodePtyLoader';
import { NodePtySpawner } from './native/nodePtySpawner';
import { OnceFileSpawner } from './process/onceFile';
import type { PtySpawner } from './ptyProcess';
import { runCommand } from './process/runCommand';
import {
  SessionManager,
  type SessionLimits,
  type SessionManagerDeps,
} from './session/sessionManager';
import { createSshRemoteEnd } from './ssh/sshRemoteEnd';
import { SshSpawner } from './ssh/sshSpawner';
import { Screens } from './screen/screens';
import { threadStarter } from './screen/worker/screenThread';
import { WorkerMark } from './screen/worker/workerMark';
import type { ScreenWorkerMode } from './spawnMode';
import type { TerminalLook } from './terminalLook';
import type { TmuxLine } from './tmux/tmuxLine';

/** Runs programs in tmux servers, and ends them there. */
export interface TmuxPrograms {
  /**
   * A spawner that starts programs for tmux through a tmux client, and all others with `spawner`.
   */
  spawnerOver(spawner: PtySpawner): PtySpawner;
  end(tmux: TmuxLine): Promise<void>;
}

/** What windows set for a process that holds sessions. */
export interface ProcessLimits extends SessionLimits {
  readonly screenWorker: ScreenWorkerMode;
  /** Undefined from a process without a window. */
  readonly look?: TerminalLook | undefined;
}

interface CreateSessionManagerDeps {
  readonly logger: Logger;
  readonly limits: () => ProcessLimits;
  /** The extension's directory, which contains its own `node-pty`. */
  readonly extensionPath: string;
  /** VS Code's directory; empty: none. */
  readonly appRoot: string;
  /** The path of the worker's program. */
  readonly workerProgram: string;
  /** The directory in which processes mark that they have a worker; undefined for none. */
  readonly workerMarks?: string;
  readonly firstGeneration?: SessionManagerDeps['firstGeneration'];
  /** Undefined if no session runs in tmux. */
  readonly tmuxPrograms?: TmuxPrograms;
}

/** Creates the owner of this process's sessions, over the PTYs of `node-pty`. */
export function createSessionManager(deps: CreateSessionManagerDeps): SessionManager {
  const { logger, limits, appRoot, extensionPath, firstGeneration, tmuxPrograms } = deps;
  const { workerMarks, workerProgram } = deps;
  const terminate = createTerminate(systemClock);
  const loader = new NodePtyLoader({
    require: createRequire(join(extensionPath, 'package.json')),
    roots: { appRoot, extensionPath, electron: process.versions['electron'] !== undefined },
    platform: process.platform,
    logger,
  });
  const ptys = new NodePtySpawner({ loader, clock: systemClock, logger });
  const spawner = tmuxPrograms?.spawnerOver(ptys) ?? ptys;
  const endRemote = createSshRemoteEnd({ run: runCommand, logger });
  return new SessionManager({
    spawner: new OnceFileSpawner({
      spawner: new SshSpawner({ spawner, clock: systemClock }),
      logger,
    }),
    sendSignal,
    isDirectory,
    clock: systemClock,
    logger,
    limits,
    firstGeneration,
    screens: new Screens({
      clock: systemClock,
      logger,
      look: () => limits().look,
      startThread: threadStarter(workerProgram),
      mode: () => limits().screenWorker,
      mark: workerMarks === undefined ? undefined : new WorkerMark(workerMarks),
    }),
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
    // The program has ended, or this is Windows, which cannot stop and continue programs.
  }
}
