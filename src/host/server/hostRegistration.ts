import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import type { Clock } from '../../base/clock';
import { toMessage } from '../../base/errors';
import { withFileLock } from '../../base/fileLock';
import { DisposableStore, toDisposable, type Disposable } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import { readStartTime } from '../../base/readStartTime';
import { Timer } from '../../base/timer';
import { restrictSocket } from '../../endpoint/socketPath';
import type { Terminate } from '../../pty/process/createTerminate';
import {
  findHost,
  isHostAlive,
  readHostLockfile,
  removeHostLockfile,
  writeHostLockfile,
} from '../discovery/hostLockfile';
import { displacedLockfile, requirePrivateDirectory, type HostPaths } from '../discovery/hostPaths';
import { newHostSocket, removeHostSocket } from '../discovery/hostSockets';
import { removeStaleHosts } from '../discovery/staleHostCleanup';
import { PROTOCOL_VERSION } from '../protocol/calls';
import { CHECK_FILES_EVERY_MS } from './limits';

export interface RegistrationDeps {
  readonly paths: HostPaths;
  readonly version: string;
  /** The directory of the host's program. */
  readonly code: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly terminate: Terminate;
}

/** The host that windows find. */
export interface RegisteredHost {
  /** The host's id. */
  readonly id: string;
  readonly token: string;
  /** Whether it has sessions and is not ending. */
  readonly isNeeded: boolean;
  /** Serves the connections of a socket. */
  serve(server: Server): void;
  /** Windows can no longer find the host, and it is not needed. */
  handleLost(reason: string): void;
  /** The host has created its files again. */
  handleRestored(): void;
}

/** The delay from a lost connection to the check, in ms: a directory is removed in several steps. */
const SETTLE_MS = 500;

/** How windows find a session host: its socket, and the lock file that names it. */
export class HostRegistration implements Disposable {
  private readonly store = new DisposableStore();
  private readonly timer: Timer;
  /** The socket and its lock file. */
  private listening: Disposable | undefined;
  private files = { lockfile: '', socketPath: '' };
  private isReplaced = false;
  private isChecking = false;

  constructor(
    private readonly host: RegisteredHost,
    private readonly deps: RegistrationDeps,
  ) {
    this.timer = this.store.add(new Timer(deps.clock));
  }

  /** Whether another host has replaced its lock file. */
  get isDisplaced(): boolean {
    return this.isReplaced;
  }

  /**
   * Listens and writes the lock file, which it checks from then on. Returns false if another host is
   * already running.
   * @throws {SessionError} `SPAWN_FAILED`, or an error of the system.
   */
  async register(): Promise<boolean> {
    const { paths, clock } = this.deps;
    await requirePrivateDirectory(paths.directory);
    const isFirst = await withFileLock(paths.lockfile, clock, () => this.registerLocked());
    this.checkAfter(CHECK_FILES_EVERY_MS);
    return isFirst;
  }

  /** Checks soon whether the files are still there. */
  check(): void {
    if (this.listening && !this.isChecking) {
      this.checkAfter(SETTLE_MS);
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  private async registerLocked(): Promise<boolean> {
    const { paths, logger } = this.deps;
    const { id } = this.host;
    const found = await findHost(paths);
    const isTaken = found.kind === 'alive' && found.entry.host !== id;
    if (isTaken && !this.listening) {
      logger.info(`Host ${found.entry.pid} is already running.`);
      return false;
    }
    await removeStaleHosts(paths, found, this.deps);
    const lockfile = isTaken ? displacedLockfile(paths, id) : found.path;
    await this.listen(lockfile);
    this.isReplaced = isTaken;
    logger.info(
      isTaken
        ? `Host ${found.entry.pid} has replaced its lock file: this host takes no new sessions and ends with its last one.`
        : `Version ${this.deps.version} is listening with protocol ${PROTOCOL_VERSION}.`,
    );
    return true;
  }

  private checkAfter(delayMs: number): void {
    this.timer.start(delayMs, () => void this.checkNow());
  }

  private async checkNow(): Promise<void> {
    this.isChecking = true;
    const loss = await this.findLoss();
    if (loss !== undefined && !this.store.isDisposed) {
      await this.handleLoss(loss);
    }
    this.isChecking = false;
    this.checkAfter(CHECK_FILES_EVERY_MS);
  }

  /** Returns what has happened to the files, as the beginning of a sentence. */
  private async findLoss(): Promise<string | undefined> {
    const { lockfile, socketPath } = this.files;
    const found = await readHostLockfile(lockfile);
    if (found && found.host !== this.host.id && isHostAlive(found)) {
      return 'Another host has replaced its lock file';
    }
    const hasSocket = process.platform === 'win32' || existsSync(socketPath);
    return found?.host === this.host.id && hasSocket ? undefined : 'Its files were removed';
  }

  /**
   * Windows can no longer find this host. If it has sessions, it creates new files, under another
   * name if another host has the regular ones.
   */
  private async handleLoss(loss: string): Promise<void> {
    if (!this.host.isNeeded) {
      this.host.handleLost(`${loss}, and it has no sessions`);
      return;
    }
    const { logger, paths } = this.deps;
    // If the person's home itself is gone, no files are created.
    if (!existsSync(dirname(dirname(paths.directory)))) {
      return;
    }
    try {
      await this.register();
      this.host.handleRestored();
    } catch (error) {
      logger.warn(`${loss}, and windows cannot find it: ${toMessage(error)}`);
    }
  }

  /** Listens on a new socket and names it in the lock file, in place of the previous ones. */
  private async listen(lockfile: string): Promise<void> {
    const { code, logger, paths, version } = this.deps;
    const { id, token } = this.host;
    const socketPath = await newHostSocket(paths.directory, PROTOCOL_VERSION);
    const server = createServer();
    this.host.serve(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(socketPath, resolve);
    });
    server.on('error', (error) => logger.error('The socket failed.', error));
    const { listening } = this;
    this.listening = this.store.add(
      toDisposable(() => {
        server.close();
        removeHostLockfile(lockfile, id);
        removeHostSocket(socketPath);
      }),
    );
    if (listening) {
      this.store.delete(listening);
    }
    this.files = { lockfile, socketPath };
    await restrictSocket(socketPath);
    const { pid } = process;
    await writeHostLockfile(lockfile, {
      ...{ pid, startTime: readStartTime(pid) ?? '', socketPath, token, version, host: id, code },
      ...{ protocol: PROTOCOL_VERSION, hostname: hostname() },
    });
  }
}
