import { SessionError } from '../../base/errors';
import { DisposableStore } from '../../base/lifecycle';
import type { SessionInfo, SessionSpec } from '../../pty/sessionService';
import { CREATE, KILL, type Call } from '../protocol/calls';
import { callLostError, ClosedError, hostUnresponsiveError } from './hostErrors';
import type { HostMessageRouter } from './hostMessageRouter';
import type { ConnectedHost } from './hostReconnector';

/** Calls a host, once each, and gives up when the host does not respond. */
export class HostCalls {
  constructor(private readonly router: HostMessageRouter) {}

  /**
   * Waits for a connection to the known host.
   * @throws {SessionError} the host's error; `TIMEOUT` if the host does not respond,
   * `SESSION_EXITED` if it has ended, `ILLEGAL_STATE` if the connection is lost before the answer, or
   * for an invalid answer.
   */
  request<P, R>(call: Call<P, R>, params: P): Promise<R> {
    return this.bounded(this.send(call, params, this.router.reconnector.ready()));
  }

  /**
   * Creates a session; starts a host if none is running. If the connection is lost, the session may
   * have started: it is then in the list of the next connection.
   */
  create(spec: SessionSpec): Promise<SessionInfo> {
    return this.bounded(this.send(CREATE, spec, this.router.reconnector.ensure()));
  }

  /** Ends a session. */
  async end(id: string): Promise<void> {
    const { mirror, reconnector } = this.router;
    try {
      if (!mirror.find(id)) {
        // It is being created.
        await this.bounded(reconnector.ensure());
      }
      await this.request(KILL, { id });
    } catch (error) {
      // A host that has ended has ended the session, too.
      if (!SessionError.is(error, 'SESSION_EXITED')) {
        throw error;
      }
    }
  }

  /** Settles with a promise, or rejects as soon as the host is unresponsive. */
  async bounded<T>(promise: Promise<T>): Promise<T> {
    const { health } = this.router;
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

  private async send<P, R>(
    call: Call<P, R>,
    params: P,
    connected: Promise<ConnectedHost>,
  ): Promise<R> {
    const { connection } = await connected;
    try {
      return await connection.call(call, params);
    } catch (error) {
      throw error instanceof ClosedError ? await this.explainLoss(call.method) : error;
    }
  }

  /** The connection may have been lost because the host has ended, or because the window closes. */
  private async explainLoss(method: string): Promise<unknown> {
    const { reconnector } = this.router;
    try {
      await reconnector.ready();
      return callLostError(method);
    } catch (error) {
      return error;
    }
  }
}
