import { randomBytes } from 'node:crypto';
import type { Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import type { ProcessLimits } from '../../pty/createSessionManager';
import type { Terminate } from '../../pty/process/createTerminate';
import type { SessionManager } from '../../pty/session/sessionManager';
import type { SessionEvent } from '../../pty/sessionService';
import { randomHex } from '../../base/randomHex';
import { HostedSessionsFile, hostedSessionsPath } from '../discovery/hostedSessionsFile';
import { markedSpec } from '../discovery/hostEnvironment';
import type { HostPaths } from '../discovery/hostPaths';
import { IdleEnd } from './idleEnd';
import type { HostLimits } from '../protocol/calls';
import { LastScreens } from './lastScreens';
import { raiseOomScore } from './oomScore';
import { ScreenKeeper } from './screenKeeper';
import { HostRegistration } from './hostRegistration';
import { HostServer } from './hostServer';
import { SHUTDOWN_MS } from './limits';
import { SessionTouches } from './sessionTouches';
import { InputDeduplicator } from './inputDeduplicator';

interface SessionHostDeps {
  readonly paths: HostPaths;
  readonly version: string;
  /** The directory of the host's program. */
  readonly code: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly terminate: Terminate;
  createSessions(limits: () => ProcessLimits): SessionManager;
  /** How long the host keeps running without sessions and clients, in milliseconds. */
  readonly idleMs: number;
  /** Ends the process. */
  exit(): void;
}

/** How long storing the last screens may take before the host ends, in milliseconds. */
const KEEP_SCREENS_MS = 1000;

/** The limits until a window sends its settings. */
const FIRST_LIMITS: HostLimits = {
  maxSessions: 128,
  exitedRetentionMs: 60_000,
  keepScreensOnDisk: false,
  screenWorker: 'auto',
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
  private readonly registration: HostRegistration;
  private ending: Promise<void> | undefined;

  constructor(private readonly deps: SessionHostDeps) {
    const { clock } = deps;
    this.sessions = this.store.add(deps.createSessions(() => this.limits));
    this.idle = this.store.add(new IdleEnd(clock, deps.idleMs, () => this.handleIdle()));
    const touches = this.store.add(new SessionTouches(this.sessions, clock));
    this.hosted = this.store.add(this.createHostedFile());
    this.keeper = this.store.add(this.createKeeper(touches));
    this.server = this.store.add(this.createServer(touches));
    this.store.add(this.sessions.onDidChange((event) => this.handleChange(event)));
    this.store.add(this.server.onDidChangeClients(() => this.handleClients()));
    this.registration = this.store.add(this.createRegistration());
  }

  /**
   * Listens and writes the lock file. Returns false if another host is already running.
   * @throws {SessionError} `SPAWN_FAILED`, or an error of the system.
   */
  async start(): Promise<boolean> {
    const isFirst = await this.registration.register();
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

  private createRegistration(): HostRegistration {
    const { clock, code, logger, paths, terminate, version } = this.deps;
    const { host, server, token } = this;
    return new HostRegistration({
      clock,
      code,
      host,
      logger,
      paths,
      terminate,
      token,
      version,
      serve: (socket) => server.serve(socket),
      hasSessions: () => this.sessions.list().length > 0,
      isEnding: () => this.ending !== undefined,
      end: (reason) => this.end(reason, 'remove'),
      handleRestored: () => {
        this.hosted.write();
        this.updateIdle();
      },
    });
  }

  private createKeeper({ onDidOutput }: SessionTouches): ScreenKeeper {
    const { clock, logger, paths } = this.deps;
    const screens = new LastScreens(paths.screens, clock);
    return new ScreenKeeper({ sessions: this.sessions, onDidOutput, screens, clock, logger });
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
        // A command without a window leaves the look of the last one.
        this.limits = { ...limits, look: limits.look ?? this.limits.look };
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
    this.registration.check();
    this.updateIdle();
  }

  private updateIdle(): void {
    if (this.registration.isDisplaced && this.sessions.list().length === 0) {
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
