import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { Server } from 'node:net';
import { SessionError } from '../../base/errors';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { randomHex } from '../../base/randomHex';
import type { ProcessLimits } from '../../pty/createSessionManager';
import type { SessionManager } from '../../pty/session/sessionManager';
import type { SessionEvent, SessionInfo, SessionSpec } from '../../pty/sessionService';
import { HostedSessionsFile, hostedSessionsPath } from '../discovery/hostedSessionsFile';
import { markedSpec } from '../discovery/hostEnvironment';
import { PROTOCOL_VERSION, type HostIdentity, type HostLimits } from '../protocol/calls';
import { HostRegistration, type RegisteredHost, type RegistrationDeps } from './hostRegistration';
import { HostServer } from './hostServer';
import { IdleEnd } from './idleEnd';
import { LastScreens } from './lastScreens';
import { SHUTDOWN_MS } from './limits';
import { ScreenKeeper } from './screenKeeper';
import type { ServedHost } from './servedClient';
import { SessionTouches } from './sessionTouches';

interface SessionHostDeps extends RegistrationDeps {
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

/**
 * The score of a session's programs. When memory runs out, Linux ends the process with the highest
 * score, so a program ends before the host does (`oom_score_adj`, man 5 proc). The maximum is 1000;
 * 200 counts as a fifth of all memory.
 */
const SESSION_OOM_SCORE = '200';

/** The process that runs sessions for all windows of one person, assembled from its parts. */
export class SessionHost implements ServedHost, RegisteredHost, Disposable {
  private readonly store = new DisposableStore();
  private readonly server: HostServer;
  private readonly idle: IdleEnd;
  private readonly keeper: ScreenKeeper;
  private readonly hosted: HostedSessionsFile;
  private readonly registration: HostRegistration;
  /** The process id, by session, whose out-of-memory score was raised last. */
  private readonly scoredPids = new Map<string, number>();
  private limits = FIRST_LIMITS;
  private ending: Promise<void> | undefined;
  readonly id = randomHex(16);
  readonly token = randomBytes(32).toString('base64url');
  readonly clock;
  readonly logger;
  readonly identity: HostIdentity;
  readonly sessions: SessionManager;
  readonly touches: SessionTouches;

  constructor(private readonly deps: SessionHostDeps) {
    const { clock, logger, paths, version } = deps;
    this.clock = clock;
    this.logger = logger;
    const startedAt = new Date(clock.now()).toISOString();
    const { id: host } = this;
    this.identity = { pid: process.pid, version, protocol: PROTOCOL_VERSION, host, startedAt };
    const sessions = this.store.add(deps.createSessions(() => this.limits));
    this.sessions = sessions;
    this.idle = this.store.add(
      new IdleEnd(clock, deps.idleMs, () =>
        this.handleLost('It has had no sessions and no windows for a while'),
      ),
    );
    this.touches = this.store.add(new SessionTouches(sessions, clock));
    const path = hostedSessionsPath(paths.directory, host);
    this.hosted = this.store.add(new HostedSessionsFile({ path, sessions, logger }));
    const screens = new LastScreens(paths.screens, clock);
    const { onDidOutput } = this.touches;
    this.keeper = this.store.add(
      new ScreenKeeper({ sessions, onDidOutput, screens, clock, logger }),
    );
    this.server = this.store.add(new HostServer(this));
    this.registration = this.store.add(new HostRegistration(this, deps));
    this.store.add(sessions.onDidChange((event) => this.handleChange(event)));
    this.store.add(this.server.onDidChangeClients(() => this.handleClients()));
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

  create(spec: SessionSpec): Promise<SessionInfo> {
    return this.registration.isDisplaced
      ? Promise.reject(displacedError())
      : this.sessions.create(markedSpec(spec, this.id));
  }

  setLimits(limits: HostLimits): void {
    // A command without a window leaves the look of the last one.
    this.limits = { ...limits, look: limits.look ?? this.limits.look };
    this.keeper.set(limits.keepScreensOnDisk);
  }

  stop(): Promise<void> {
    return this.end('A window requested its end', 'remove');
  }

  /**
   * Ends all sessions within a time limit, then the process. With `keep`, the last screens stay on
   * disk: no person has requested the end of the sessions.
   */
  end(reason: string, screens: 'keep' | 'remove'): Promise<void> {
    this.ending ??= this.endNow(reason, screens);
    return this.ending;
  }

  get isNeeded(): boolean {
    return !this.ending && this.sessions.list().length > 0;
  }

  serve(server: Server): void {
    this.server.serve(server);
  }

  handleLost(reason: string): void {
    void this.end(reason, 'remove');
  }

  handleRestored(): void {
    this.hosted.write();
    this.updateIdle();
  }

  dispose(): void {
    this.store.dispose();
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
    const hasSessions = this.sessions.list().length > 0;
    if (this.registration.isDisplaced && !hasSessions) {
      this.handleLost('Another host has replaced its lock file, and its last session has ended');
      return;
    }
    this.idle.update(hasSessions || this.server.clientCount > 0);
  }

  private async endNow(reason: string, screens: 'keep' | 'remove'): Promise<void> {
    this.logger.info(`${reason}. The host is ending.`);
    if (screens === 'keep') {
      await this.keeper.storeAll(KEEP_SCREENS_MS);
    }
    await this.sessions.shutdown(SHUTDOWN_MS);
    // The answers are sent before the connections close.
    this.clock.schedule(0, () => {
      this.dispose();
      this.deps.exit();
    });
  }
}

function displacedError(): SessionError {
  return new SessionError(
    'ILLEGAL_STATE',
    `The session host, process ${process.pid}, takes no new sessions because another one has replaced it. Reload the window, which then uses the other one.`,
  );
}

/** Does nothing on other systems, or if the score cannot be changed. */
function raiseOomScore(pid: number): void {
  if (process.platform === 'linux') {
    try {
      writeFileSync(`/proc/${pid}/oom_score_adj`, SESSION_OOM_SCORE);
    } catch {
      // The process has ended, or its score is already higher and may not be lowered.
    }
  }
}
