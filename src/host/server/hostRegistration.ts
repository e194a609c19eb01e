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
  removeHostLockfile,
  writeHostLockfile,
  type HostLockfile,
} from '../discovery/hostLockfile';
import { displacedLockfile, requirePrivateDirectory, type HostPaths } from '../discovery/hostPaths';
import { newHostSocket, removeHostSocket } from '../discovery/hostSockets';
import {
  LockfileWatcher,
  type HostFilesLoss,
  type WatchedHostFiles,
} from '../discovery/lockfileWatcher';
import { removeStaleHosts } from '../discovery/staleHostCleanup';
import { PROTOCOL_VERSION } from '../protocol/calls';

interface HostRegistrationDeps {
  readonly paths: HostPaths;
  readonly version: string;
  /** The directory of the host's program. */
  readonly code: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly terminate: Terminate;
  /** The id of this host. */
  readonly host: string;
  readonly token: string;
  /** Serves the connections of a socket. */
  serve(server: Server): void;
  hasSessions(): boolean;
  isEnding(): boolean;
  /** Called when windows can no longer find the host and it has no sessions. */
  end(reason: string): Promise<void>;
  /** Called when the host has created its files again. */
  handleRestored(): void;
}

/** The delay before another attempt after a failed registration, in milliseconds. */
const REGISTER_RETRY_MS = 30_000;

/** How windows find a session host: its socket, and the lock file that names it. */
export class HostRegistration implements Disposable {
  private readonly store = new DisposableStore();
  /** The socket and its lock file. */
  private listening: Disposable | undefined;
  private lockfileWatcher: LockfileWatcher | undefined;
  private readonly retryTimer: Timer;
  private isReplaced = false;

  constructor(private readonly deps: HostRegistrationDeps) {
    this.retryTimer = this.store.add(new Timer(deps.clock));
  }

  /** Whether another host has replaced its lock file. */
  get isDisplaced(): boolean {
    return this.isReplaced;
  }

  /**
   * Listens and writes the lock file. Returns false if another host is already running.
   * @throws {SessionError} `SPAWN_FAILED`, or an error of the system.
   */
  async register(): Promise<boolean> {
    const { paths, clock } = this.deps;
    await requirePrivateDirectory(paths.directory);
    return withFileLock(paths.lockfile, clock, () => this.registerLocked());
  }

  /** Checks at once whether the files are still there. */
  check(): void {
    this.lockfileWatcher?.check();
  }

  dispose(): void {
    this.store.dispose();
  }

  private async registerLocked(): Promise<boolean> {
    const { host, paths, logger } = this.deps;
    const found = await findHost(paths);
    const isTaken = found.kind === 'alive' && found.entry.host !== host;
    if (isTaken && !this.listening) {
      logger.info(`Host ${found.entry.pid} is already running.`);
      return false;
    }
    await removeStaleHosts(paths, found, this.deps);
    const lockfile = isTaken ? displacedLockfile(paths, host) : found.path;
    const socketPath = await newHostSocket(paths.directory, PROTOCOL_VERSION);
    await this.listen(socketPath, lockfile);
    await writeHostLockfile(lockfile, this.describe(socketPath));
    this.watchLockfile({ lockfile, socketPath, host });
    this.isReplaced = isTaken;
    logger.info(
      isTaken
        ? `Host ${found.entry.pid} has replaced its lock file: this host ends with its last session.`
        : `Version ${this.deps.version} is listening with protocol ${PROTOCOL_VERSION}.`,
    );
    return true;
  }

  /** Replaces the previous watcher, which has fired. */
  private watchLockfile(watched: WatchedHostFiles): void {
    if (this.lockfileWatcher) {
      this.store.delete(this.lockfileWatcher);
    }
    this.lockfileWatcher = this.store.add(
      new LockfileWatcher(
        watched,
        this.deps.clock,
        (loss) => void this.registerAgain(watched, loss),
      ),
    );
  }

  /**
   * Windows can no longer find this host. If it has sessions, it creates new files, under another
   * name if another host has the regular ones.
   */
  private async registerAgain(watched: WatchedHostFiles, loss: HostFilesLoss): Promise<void> {
    const { paths, logger } = this.deps;
    const what =
      loss === 'gone' ? 'Its files were removed' : 'Another host has replaced its lock file';
    if (!this.deps.hasSessions()) {
      await this.deps.end(`${what}, and it has no sessions`);
      return;
    }
    // If the person's home itself is gone, no files are created.
    if (this.deps.isEnding() || !existsSync(dirname(dirname(paths.directory)))) {
      return;
    }
    try {
      await this.register();
      this.deps.handleRestored();
    } catch (error) {
      logger.warn(`${what}, and windows cannot find it: ${toMessage(error)}`);
      this.watchLockfile(watched);
      // A cause such as a full disk ends without an event.
      this.retryTimer.start(REGISTER_RETRY_MS, () => this.check());
    }
  }

  private describe(socketPath: string): HostLockfile {
    const { version, code, host, token } = this.deps;
    const { pid } = process;
    const startTime = readStartTime(pid) ?? '';
    return {
      ...{ pid, startTime, socketPath, token, version, host, code },
      ...{ protocol: PROTOCOL_VERSION, hostname: hostname() },
    };
  }

  private async listen(socketPath: string, lockfile: string): Promise<void> {
    const server = createServer();
    this.deps.serve(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(socketPath, resolve);
    });
    server.on('error', (error) => this.deps.logger.error('The socket failed.', error));
    const { listening } = this;
    this.listening = this.store.add(
      toDisposable(() => {
        server.close();
        removeHostLockfile(lockfile, this.deps.host);
        removeHostSocket(socketPath);
      }),
    );
    if (listening) {
      this.store.delete(listening);
    }
    await restrictSocket(socketPath);
  }
}
