import { randomBytes } from 'node:crypto';
import { chmod } from 'node:fs/promises';
import { createServer } from 'node:net';
import { hostname } from 'node:os';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
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
import { clearLeftovers, removeSocket } from '../discovery/staleHostCleanup';
import { HostedSessionsFile, hostedSessionsPath } from '../discovery/hostedSessionsFile';
import {
  lookForHost,
  removeHostLockfile,
  writeHostLockfile,
  type HostLockfile,
} from '../discovery/hostLockfile';
import { markedSpec } from '../discovery/hostEnvironment';
import { besideEntry, requirePrivateDirectory, type HostPlace } from '../discovery/hostPlace';
import { IdleEnd } from './idleEnd';
import { PROTOCOL_VERSION, type HostLimits } from '../protocol/calls';
import { LastScreens } from './lastScreens';
import { raiseOomScore } from './oomScore';
import { LockfileWatcher, type PlaceLoss, type WatchedPlace } from '../discovery/lockfileWatcher';
import { ScreenKeeper } from './screenKeeper';
import { HostServer } from './hostServer';
import { SHUTDOWN_MS } from './limits';
import { SessionTouches } from './sessionTouches';
import { InputDeduplicator } from './inputDeduplicator';
import { newSocketPath } from '../discovery/socketPlace';

export interface SessionHostDeps {
  readonly place: HostPlace;
  readonly version: string;
  /** The directory that the program runs from. */
  readonly code: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly terminate: Terminate;
  createSessions(limits: () => SessionLimits): SessionManager;
  /** How long it stays without a session and a client. */
  readonly idleMs: number;
  /** Ends the process. */
  exit(): void;
}

/** How long keeping the last screens may take before all ends, in milliseconds. */
const KEEP_SCREENS_MS = 1000;

/** After a place could not be regained, how long until that is tried again, in milliseconds. */
const REGAIN_AGAIN_MS = 30_000;

/** Until a window says what its settings are. */
const FIRST_LIMITS: HostLimits = {
  maxSessions: 128,
  exitedRetentionMs: 60_000,
  keepScreensOnDisk: false,
};

/** The process that holds sessions for all windows of one person, made of its parts. */
export class SessionHost implements Disposable {
  private readonly store = new DisposableStore();
  private readonly sessions: SessionManager;
  private readonly server: HostServer;
  private readonly idle: IdleEnd;
  private readonly keeper: ScreenKeeper;
  private readonly hosted: HostedSessionsFile;
  private readonly host = randomHex(16);
  private readonly token = randomBytes(32).toString('base64url');
  /** The last program of each session that was seen to. */
  private readonly raised = new Map<string, number>();
  private limits = FIRST_LIMITS;
  /** What it listens on, with the file that tells of it. */
  private listening: Disposable | undefined;
  private lockfileWatcher: LockfileWatcher | undefined;
  private readonly regainAgain: Timer;
  /** Another host has its place. */
  private isBeside = false;
  private ending: Promise<void> | undefined;

  constructor(private readonly deps: SessionHostDeps) {
    const { clock } = deps;
    this.sessions = this.store.add(deps.createSessions(() => this.limits));
    this.idle = this.store.add(new IdleEnd(clock, deps.idleMs, () => this.handleIdle()));
    const touches = this.store.add(new SessionTouches(this.sessions, clock));
    this.hosted = this.store.add(this.createHostedFile());
    this.keeper = this.store.add(this.createKeeper(touches));
    this.server = this.store.add(this.createServer(touches));
    this.regainAgain = this.store.add(new Timer(clock));
    this.store.add(this.sessions.onDidChange((event) => this.handleChange(event)));
    this.store.add(this.server.onDidChangeClients(() => this.handleClients()));
  }

  /**
   * Listens, and tells where; false where another host has come before it.
   * @throws {SessionError} `SPAWN_FAILED`, or what the system says.
   */
  async start(): Promise<boolean> {
    const { place, clock } = this.deps;
    await requirePrivateDirectory(place.directory);
    const isFirst = await withFileLock(place.entry, clock, () => this.takePlace());
    this.updateIdle();
    return isFirst;
  }

  /**
   * Ends all sessions, bounded, and then the process. Where nobody has asked for the sessions' end,
   * what they showed last stays on disk.
   */
  end(reason: string, screens: 'keep' | 'remove'): Promise<void> {
    this.ending ??= this.endNow(reason, screens);
    return this.ending;
  }

  dispose(): void {
    this.store.dispose();
  }

  private async takePlace(): Promise<boolean> {
    const { place, logger } = this.deps;
    const found = await lookForHost(place);
    const isTaken = found.kind === 'alive' && found.entry.host !== this.host;
    if (isTaken && !this.listening) {
      logger.info(`Host ${found.entry.pid} runs already.`);
      return false;
    }
    await clearLeftovers(place, found, this.deps);
    const entry = isTaken ? besideEntry(place, this.host) : found.path;
    const socketPath = await newSocketPath(place.directory, PROTOCOL_VERSION);
    await this.listen(socketPath, entry);
    await writeHostLockfile(entry, this.describe(socketPath));
    this.watchLockfile({ entry, socketPath, host: this.host });
    this.isBeside = isTaken;
    logger.info(
      isTaken
        ? `Host ${found.entry.pid} has its place: it ends with its last session.`
        : `Version ${this.deps.version} listens, with protocol ${PROTOCOL_VERSION}.`,
    );
    return true;
  }

  /** Replaces the previous watcher, which has fired. */
  private watchLockfile(watched: WatchedPlace): void {
    if (this.lockfileWatcher) {
      this.store.delete(this.lockfileWatcher);
    }
    this.lockfileWatcher = this.store.add(
      new LockfileWatcher(watched, this.deps.clock, (loss) => void this.regainPlace(watched, loss)),
    );
  }

  /** Windows find it no more: it has other files where it holds sessions, beside those of a host that has its place. */
  private async regainPlace(watched: WatchedPlace, loss: PlaceLoss): Promise<void> {
    const { place, clock, logger } = this.deps;
    const what = loss === 'gone' ? 'Its files are gone' : 'Another host has its place';
    if (this.sessions.list().length === 0) {
      await this.end(`${what}, and it has no session`, 'remove');
      return;
    }
    // Not where the person's home itself is gone.
    if (this.ending || !existsSync(dirname(dirname(place.directory)))) {
      return;
    }
    try {
      await requirePrivateDirectory(place.directory);
      await withFileLock(place.entry, clock, () => this.takePlace());
      this.hosted.write();
      this.updateIdle();
    } catch (error) {
      logger.warn(`${what}, and it is found no more: ${toMessage(error)}`);
      this.watchLockfile(watched);
      // What was in the way, such as a full disk, goes without a sign.
      this.regainAgain.start(REGAIN_AGAIN_MS, () => this.lockfileWatcher?.check());
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
        removeSocket(socketPath);
      }),
    );
    if (listening) {
      this.store.delete(listening);
    }
    if (process.platform !== 'win32') {
      await chmod(socketPath, 0o600);
    }
  }

  private createKeeper({ onDidOutput }: SessionTouches): ScreenKeeper {
    const { clock, logger, place } = this.deps;
    const screens = new LastScreens(place.screens, clock);
    return new ScreenKeeper({ sessions: this.sessions, onDidOutput, screens, clock, logger });
  }

  private createHostedFile(): HostedSessionsFile {
    const { logger, place } = this.deps;
    const path = hostedSessionsPath(place.directory, this.host);
    return new HostedSessionsFile({ path, sessions: this.sessions, logger });
  }

  private createServer(touches: SessionTouches): HostServer {
    const { clock, logger, version } = this.deps;
    const { sessions, host, token } = this;
    const startedAt = new Date(clock.now()).toISOString();
    return new HostServer({
      ...{ sessions, clock, logger, token, touches },
      identity: { pid: process.pid, version, host, startedAt },
      typed: new InputDeduplicator(),
      prepare: (spec) => markedSpec(spec, host),
      setLimits: (limits) => {
        this.limits = limits;
        this.keeper.set(limits.keepScreensOnDisk);
      },
      stop: () => this.end('A window has asked for it', 'remove'),
    });
  }

  private handleChange({ type, session: { id, pid } }: SessionEvent): void {
    if (type === 'removed') {
      this.raised.delete(id);
    } else if (pid !== null && this.raised.get(id) !== pid) {
      this.raised.set(id, pid);
      raiseOomScore(pid);
    }
    this.updateIdle();
  }

  /** A window that leaves is followed by one that looks for the host, perhaps. */
  private handleClients(): void {
    this.lockfileWatcher?.check();
    this.updateIdle();
  }

  private updateIdle(): void {
    if (this.isBeside && this.sessions.list().length === 0) {
      void this.end('Another host has its place, and its last session is gone', 'remove');
      return;
    }
    this.idle.update(this.sessions.list().length > 0 || this.server.clientCount > 0);
  }

  private handleIdle(): void {
    void this.end('Nobody has needed it of late', 'remove');
  }

  private async endNow(reason: string, screens: 'keep' | 'remove'): Promise<void> {
    this.deps.logger.info(`${reason}: it ends.`);
    if (screens === 'keep') {
      await this.keeper.keepAll(KEEP_SCREENS_MS);
    }
    await this.sessions.shutdown(SHUTDOWN_MS);
    // What was answered goes before the connections do.
    this.deps.clock.schedule(0, () => {
      this.dispose();
      this.deps.exit();
    });
  }
}
