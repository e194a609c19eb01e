import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { hostname } from 'node:os';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { restrictSocket } from '../../endpoint/socketPath';
import { withFileLock } from '../../base/fileLock';
import type { Clock } from '../../base/clock';
import { DisposableStore, toDisposable, type Disposable } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import { Timer } from '../../base/timer';
import { readStartTime } from '../../base/readStartTime';
import type { Terminate } from '../../pty/process/createTerminate';
import type { SessionLimits, SessionManager } from '../../pty/session/sessionManager';
import type { SessionEvent } from '../../pty/sessionService';
import { toMessage } from '../../base/errors';
import { randomHex } from '../../base/randomHex';
import { removeAllStale } from '../discovery/staleHostCleanup';
import { HostedSessionsFile, hostedSessionsPath } from '../discovery/hostedSessionsFile';
import {
  findHost,
  removeHostLockfile,
  writeHostLockfile,
  type HostLockfile,
} from '../discovery/hostLockfile';
import { markedSpec } from '../discovery/hostEnvironment';
import { displacedEntry, requirePrivateDirectory, type HostPaths } from '../discovery/hostPaths';
import { IdleEnd } from './idleEnd';
import { PROTOCOL_VERSION, type HostLimits } from '../protocol/calls';
import { LastScreens } from './lastScreens';
import { raiseOomScore } from './oomScore';
import { endOrphans, listOrphanFolders } from './orphanFolders';
import { OrphanWatch } from './orphanWatch';
import {
  LockfileWatcher,
  type HostFilesLoss,
  type WatchedHostFiles,
} from '../discovery/lockfileWatcher';
import { ScreenKeeper } from './screenKeeper';
import { HostServer } from './hostServer';
import { SHUTDOWN_MS } from './limits';
import { SessionTouches } from './sessionTouches';
import { InputDeduplicator } from './inputDeduplicator';
import { newHostSocket, removeHostSocket } from '../discovery/hostSockets';

interface SessionHostDeps {
  readonly paths: HostPaths;
  readonly version: string;
  /** The directory of the host's program. */
  readonly code: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly terminate: Terminate;
  createSessions(limits: () => SessionLimits): SessionManager;
  /** How long the host keeps running without sessions and clients, in milliseconds. */
  readonly idleMs: number;
  /** Ends the process. */
  exit(): void;
}

/** How long storing the last screens may take before the host ends, in milliseconds. */
const KEEP_SCREENS_MS = 1000;

/** The delay before another attempt after a failed registration, in milliseconds. */
const REGISTER_RETRY_MS = 30_000;

/** The limits until a window sends its settings. */
const FIRST_LIMITS: HostLimits = {
  maxSessions: 128,
  exitedRetentionMs: 60_000,
  keepScreensOnDisk: false,
};

/** The process that runs sessions for all windows of one person, assembled from its parts. */
export class SessionHost implements Disposable {
  private readonly store = new DisposableStore();
  private readonly sessions: SessionManager;
  private readonly server: HostServer;
  private readonly idle: IdleEnd;
  private readonly keeper: ScreenKeeper;
  private readonly hosted: HostedSessionsFile;
  private readonly host = randomHex(16);
  private readonly token = randomBytes(32).toString('base64url');
  /** The process id, by session, whose out-of-memory score was raised last. */
  private readonly scoredPids = new Map<string, number>();
  private limits = FIRST_LIMITS;
  /** The socket and its lock file. */
  private listening: Disposable | undefined;
  private lockfileWatcher: LockfileWatcher | undefined;
  private readonly registerTimer: Timer;
  /** Whether another host has replaced its lock file. */
  private isDisplaced = false;
  private ending: Promise<void> | undefined;

  constructor(private readonly deps: SessionHostDeps) {
    const { clock } = deps;
    this.sessions = this.store.add(deps.createSessions(() => this.limits));
    this.idle = this.store.add(new IdleEnd(clock, deps.idleMs, () => this.handleIdle()));
    const touches = this.store.add(new SessionTouches(this.sessions, clock));
    this.hosted = this.store.add(this.createHostedFile());
    this.keeper = this.store.add(this.createKeeper(touches));
    this.server = this.store.add(this.createServer(touches));
    this.registerTimer = this.store.add(new Timer(clock));
    this.store.add(this.createOrphanWatch());
    this.store.add(this.sessions.onDidChange((event) => this.handleChange(event)));
    this.store.add(this.server.onDidChangeClients(() => this.handleClients()));
  }

  /**
   * Listens and writes the lock file. Returns false if another host is already running.
   * @throws {SessionError} `SPAWN_FAILED`, or an error of the system.
   */
  async start(): Promise<boolean> {
    const { paths, clock } = this.deps;
    await requirePrivateDirectory(paths.directory);
    const isFirst = await withFileLock(paths.entry, clock, () => this.register());
    this.updateIdle();
    return isFirst;
  }

  /**
   * Ends all sessions within a time limit, then the process. With `keep`, the last screens stay on
   * disk: no person has requested the end of the sessions.
   */
  end(reason: string, screens: 'keep' | 'remove'): Promise<void> {
    this.ending ??= this.endNow(reason, screens);
    return this.ending;
  }

  dispose(): void {
    this.store.dispose();
  }

  private async register(): Promise<boolean> {
    const { paths, logger } = this.deps;
    const found = await findHost(paths);
    const isTaken = found.kind === 'alive' && found.entry.host !== this.host;
    if (isTaken && !this.listening) {
      logger.info(`Host ${found.entry.pid} is already running.`);
      return false;
    }
    await removeAllStale(paths, found, this.deps);
    const entry = isTaken ? displacedEntry(paths, this.host) : found.path;
    const socketPath = await newHostSocket(paths.directory, PROTOCOL_VERSION);
    await this.listen(socketPath, entry);
    await writeHostLockfile(entry, this.describe(socketPath));
    this.watchLockfile({ entry, socketPath, host: this.host });
    this.isDisplaced = isTaken;
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
    const { paths, clock, logger } = this.deps;
    const what =
      loss === 'gone' ? 'Its files were removed' : 'Another host has replaced its lock file';
    if (this.sessions.list().length === 0) {
      await this.end(`${what}, and it has no sessions`, 'remove');
      return;
    }
    // If the person's home itself is gone, no files are created.
    if (this.ending || !existsSync(dirname(dirname(paths.directory)))) {
      return;
    }
    try {
      await requirePrivateDirectory(paths.directory);
      await withFileLock(paths.entry, clock, () => this.register());
      this.hosted.write();
      this.updateIdle();
    } catch (error) {
      logger.warn(`${what}, and windows cannot find it: ${toMessage(error)}`);
      this.watchLockfile(watched);
      // A cause such as a full disk ends without an event.
      this.registerTimer.start(REGISTER_RETRY_MS, () => this.lockfileWatcher?.check());
    }
  }

  private describe(socketPath: string): HostLockfile {
    const { version, code } = this.deps;
    const { pid } = process;
    const startTime = readStartTime(pid) ?? '';
    const { token, host } = this;
    return {
      ...{ pid, startTime, socketPath, token, version, host, code },
      ...{ protocol: PROTOCOL_VERSION, hostname: hostname() },
    };
  }

  private async listen(socketPath: string, entry: string): Promise<void> {
    const server = createServer();
    this.server.serve(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(socketPath, resolve);
    });
    server.on('error', (error) => this.deps.logger.error('The socket failed.', error));
    const { listening } = this;
    this.listening = this.store.add(
      toDisposable(() => {
        server.close();
        removeHostLockfile(entry, this.host);
        removeHostSocket(socketPath);
      }),
    );
    if (listening) {
      this.store.delete(listening);
    }
    await restrictSocket(socketPath);
  }

  private createKeeper({ onDidOutput }: SessionTouches): ScreenKeeper {
    const { clock, logger, paths } = this.deps;
    const screens = new LastScreens(paths.screens, clock);
    return new ScreenKeeper({ sessions: this.sessions, onDidOutput, screens, clock, logger });
  }

  private createOrphanWatch(): OrphanWatch {
    const { clock, logger, paths } = this.deps;
    const home = dirname(paths.directory);
    return new OrphanWatch({
      sessions: this.sessions,
      clock,
      logger,
      listFolders: () => listOrphanFolders(home),
      endOrphans: (file, ids) => endOrphans(home, file, ids),
    });
  }

  private createHostedFile(): HostedSessionsFile {
    const { logger, paths } = this.deps;
    const path = hostedSessionsPath(paths.directory, this.host);
    return new HostedSessionsFile({ path, sessions: this.sessions, logger });
  }

  private createServer(touches: SessionTouches): HostServer {
    const { clock, logger, version } = this.deps;
    const { sessions, host, token } = this;
    const startedAt = new Date(clock.now()).toISOString();
    return new HostServer({
      sessions,
      clock,
      logger,
      token,
      touches,
      identity: { pid: process.pid, version, host, startedAt },
      typed: new InputDeduplicator(),
      prepare: (spec) => markedSpec(spec, host),
      setLimits: (limits) => {
        this.limits = limits;
        this.keeper.set(limits.keepScreensOnDisk);
      },
      stop: () => this.end('A window requested its end', 'remove'),
    });
  }

  private handleChange({ type, session: { id, pid } }: SessionEvent): void {
    if (type === 'removed') {
      this.scoredPids.delete(id);
    } else if (pid !== null && this.scoredPids.get(id) !== pid) {
      this.scoredPids.set(id, pid);
      raiseOomScore(pid);
    }
    this.updateIdle();
  }

  /** A window that disconnects may be followed by one that searches for the host. */
  private handleClients(): void {
    this.lockfileWatcher?.check();
    this.updateIdle();
  }

  private updateIdle(): void {
    if (this.isDisplaced && this.sessions.list().length === 0) {
      void this.end(
        'Another host has replaced its lock file, and its last session has ended',
        'remove',
      );
      return;
    }
    this.idle.update(this.sessions.list().length > 0 || this.server.clientCount > 0);
  }

  private handleIdle(): void {
    void this.end('It has had no sessions and no windows for a while', 'remove');
  }

  private async endNow(reason: string, screens: 'keep' | 'remove'): Promise<void> {
    this.deps.logger.info(`${reason}. The host is ending.`);
    if (screens === 'keep') {
      await this.keeper.storeAll(KEEP_SCREENS_MS);
    }
    await this.sessions.shutdown(SHUTDOWN_MS);
    // The answers are sent before the connections close.
    this.deps.clock.schedule(0, () => {
      this.dispose();
      this.deps.exit();
    });
  }
}
