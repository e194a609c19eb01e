import type { Clock } from '../../base/clock';
import { SessionError, toError } from '../../base/errors';
import { DisposableStore } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import { Timer } from '../../base/timer';
import { writeOnceFile } from '../../pty/process/onceFile';
import type { SessionInfo, SessionSpec } from '../../pty/sessionService';
import { CREATE, KILL, ONCE_FILES } from '../protocol/calls';
import type { HostConnection } from './hostConnection';
import { ClosedError, hostGoneError, hostUnresponsiveError } from './hostErrors';
import type { HostHealthWatch } from './hostHealth';
import type { ConnectedHost, HostReconnector } from './hostReconnector';
import type { HostMirror } from './hostMirror';
import { LATE_START_MS } from './limits';
import { parseSessionInfo } from './parseSessionInfo';

interface HostCallsDeps {
  readonly reconnector: HostReconnector;
  readonly health: HostHealthWatch;
  readonly mirror: HostMirror;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn'>;
}

/** A call that may be repeated, and whose answer is validated. */
interface RepeatableCall<R> {
  readonly name: string;
  readonly send: (connection: HostConnection) => Promise<R>;
  readonly isAnswer: (value: unknown) => boolean;
}

/**
 * Calls a host. Repeats a call whose connection was lost before the answer, and gives up when the
 * host does not respond.
 */
export class HostCalls {
  constructor(private readonly deps: HostCallsDeps) {}

  /**
   * @throws {SessionError} the host's error; `TIMEOUT` if the host does not respond,
   * `SESSION_EXITED` if it has ended, `ILLEGAL_STATE` for an invalid answer.
   */
  async request<R>({ name, send, isAnswer }: RepeatableCall<R>): Promise<R> {
    const answer = await this.bounded(
      this.repeat(
        () => this.deps.reconnector.ready(),
        ({ connection }) => send(connection),
      ),
    );
    if (!isAnswer(answer)) {
      throw new SessionError(
        'ILLEGAL_STATE',
        `The session host returned an invalid answer to the request for ${name}. Restart the session host.`,
      );
    }
    return answer;
  }

  /** Creates a session exactly once; starts a host if none is running. */
  async create(spec: SessionSpec): Promise<SessionInfo> {
    let isRepeated = false;
    const session = await this.repeat(
      () => this.bounded(this.deps.reconnector.ensure()),
      async ({ connection, welcome }) => {
        const existing = isRepeated ? this.deps.mirror.find(spec.id) : undefined;
        if (!existing && !welcome.capabilities.includes(ONCE_FILES)) {
          this.writeOnceFiles(spec);
        }
        try {
          return existing ?? parseSessionInfo(await connection.call(CREATE, spec));
        } catch (error) {
          const isOwn = isRepeated && SessionError.is(error, 'SESSION_EXISTS');
          isRepeated = true;
          return isOwn ? this.awaitLate(spec.id, error) : Promise.reject(toError(error));
        }
      },
    );
    if (!session) {
      throw new SessionError(
        'SPAWN_FAILED',
        `The session host returned an invalid answer to the start of ${spec.id}. Check its list of sessions.`,
      );
    }
    return session;
  }

  /** The fallback starts without a further call, so its file is written at once. */
  private writeOnceFiles({ program, fallback }: SessionSpec): void {
    for (const { onceFile } of [program, ...(fallback ? [fallback.program] : [])]) {
      if (onceFile) {
        writeOnceFile(onceFile, this.deps.logger);
      }
    }
  }

  /** Ends a session. `session` is its known state; undefined if unknown. */
  async end(id: string, session: SessionInfo | undefined): Promise<void> {
    const { reconnector, mirror } = this.deps;
    // A repeated call must not end a later session with the same id.
    const send = async (connection: HostConnection): Promise<void> => {
      if (mirror.find(id)?.generation === session?.generation) {
        await connection.call(KILL, { id });
      }
    };
    try {
      if (!session) {
        await this.bounded(reconnector.ensure());
      }
      await this.request({ name: `the end of ${id}`, send, isAnswer: () => true });
    } catch (error) {
      // A host that has ended has ended the session, too.
      if (!SessionError.is(error, 'SESSION_EXITED')) {
        throw error;
      }
    }
  }

  /** Settles with a promise, or rejects as soon as the host is unresponsive. */
  async bounded<T>(promise: Promise<T>): Promise<T> {
    const { health } = this.deps;
    const store = new DisposableStore();
    const unresponsive = new Promise<never>((_, reject) => {
      const check = (): void => {
        if (health.health.state === 'unresponsive') {
          reject(hostUnresponsiveError(health.health.pid));
        }
      };
      store.add(health.onDidChange(check));
      check();
    });
    try {
      return await Promise.race([promise, unresponsive]);
    } finally {
      store.dispose();
    }
  }

  private async repeat<T>(
    connect: () => Promise<ConnectedHost>,
    use: (connected: ConnectedHost) => Promise<T>,
  ): Promise<T> {
    let connected = await connect();
    for (;;) {
      this.deps.reconnector.requireOpen();
      try {
        return await use(connected);
      } catch (error) {
        if (!(error instanceof ClosedError)) {
          throw error;
        }
      }
      connected = await this.next(connected);
    }
  }

  /** Reconnects to the same host only: another host has no record of the call. */
  private async next({ welcome: { pid, host } }: ConnectedHost): Promise<ConnectedHost> {
    const { reconnector } = this.deps;
    reconnector.requireOpen();
    const connected = reconnector.host && (await reconnector.ready());
    if (connected?.welcome.host !== host) {
      throw hostGoneError(pid);
    }
    return connected;
  }

  /** A start that was requested over a lost connection may still be in progress. */
  private awaitLate(id: string, error: unknown): Promise<SessionInfo> {
    const { mirror, clock } = this.deps;
    const store = new DisposableStore();
    return new Promise<SessionInfo>((resolve, reject) => {
      const check = (): void => {
        const session = mirror.find(id);
        if (session) {
          resolve(session);
        }
      };
      store.add(mirror.onDidChange(check));
      store.add(new Timer(clock)).start(LATE_START_MS, () => reject(toError(error)));
      check();
    }).finally(() => store.dispose());
  }
}
