import type { Clock } from '../../base/clock';
import { SessionError } from '../../base/errors';
import { DisposableStore } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import type { SessionInfo, SessionSpec } from '../../pty/sessionService';
import { CREATE, KILL } from '../protocol/calls';
import type { HostConnection } from './hostConnection';
import { ClosedError, hostGoneError, hostSilentError } from './hostErrors';
import type { HostHealthWatch } from './hostHealth';
import type { Contact, HostReconnector } from './hostReconnector';
import type { HostMirror } from './hostMirror';
import { LATE_START_MS } from './limits';
import { isSessionInfo } from './parseSessionInfo';

export interface HostCallsDeps {
  readonly link: HostReconnector;
  readonly health: HostHealthWatch;
  readonly mirror: HostMirror;
  readonly clock: Clock;
}

/** A call that may be made twice, and whose answer is looked at before it is believed. */
export interface Question<R> {
  readonly name: string;
  readonly ask: (connection: HostConnection) => Promise<R>;
  readonly isAnswer: (value: unknown) => boolean;
}

/** Asks a host, again where a connection was lost before it answered, and no longer than it responds. */
export class HostCalls {
  constructor(private readonly deps: HostCallsDeps) {}

  /**
   * @throws {SessionError} what the host says; `TIMEOUT` where it does not respond, `SESSION_EXITED` where it is gone.
   */
  async ask<R>({ name, ask, isAnswer }: Question<R>): Promise<R> {
    const answer = await this.bounded(
      this.repeat(
        () => this.deps.link.ready(),
        ({ connection }) => ask(connection),
      ),
    );
    if (!isAnswer(answer)) {
      throw new SessionError(
        'ILLEGAL_STATE',
        `The session host answered the question for ${name} with something else: restart the host.`,
      );
    }
    return answer;
  }

  /** Begins a session, once, in a host that is started where none runs. */
  async create(spec: SessionSpec): Promise<SessionInfo> {
    let isAgain = false;
    const session: unknown = await this.repeat(
      () => this.bounded(this.deps.link.ensure()),
      async ({ connection }) => {
        try {
          const begun = isAgain && this.deps.mirror.find(spec.id);
          return begun || (await connection.call(CREATE, spec));
        } catch (error) {
          const isOwn = isAgain && SessionError.is(error, 'SESSION_EXISTS');
          isAgain = true;
          return isOwn ? this.awaitLate(spec.id, error) : Promise.reject(toError(error));
        }
      },
    );
    if (!isSessionInfo(session)) {
      throw new SessionError(
        'SPAWN_FAILED',
        `The session host did not say what has become of ${spec.id}: look into its list of sessions.`,
      );
    }
    return session;
  }

  /** Ends a session; `session`: as it is known by now, if it is. */
  async end(id: string, session: SessionInfo | undefined): Promise<void> {
    const { link, mirror } = this.deps;
    // Repeated over another connection, the call must not end the next session of that id.
    const ask = async (connection: HostConnection): Promise<void> => {
      if (mirror.find(id)?.life === session?.life) {
        await connection.call(KILL, { id });
      }
    };
    try {
      if (!session) {
        await this.bounded(link.ensure());
      }
      await this.ask({ name: `the end of ${id}`, ask, isAnswer: () => true });
    } catch (error) {
      // A host that is gone has ended it, too.
      if (!SessionError.is(error, 'SESSION_EXITED')) {
        throw error;
      }
    }
  }

  /** Settles with a promise, or fails as soon as the host is said not to respond. */
  async bounded<T>(promise: Promise<T>): Promise<T> {
    const { health } = this.deps;
    const store = new DisposableStore();
    const silent = new Promise<never>((_, reject) => {
      const check = (): void => {
        if (health.health.state === 'unresponsive') {
          reject(hostSilentError(health.health.pid));
        }
      };
      store.add(health.onDidChange(check));
      check();
    });
    try {
      return await Promise.race([promise, silent]);
    } finally {
      store.dispose();
    }
  }

  private async repeat<T>(
    contactNow: () => Promise<Contact>,
    use: (contact: Contact) => Promise<T>,
  ): Promise<T> {
    let contact = await contactNow();
    for (;;) {
      try {
        return await use(contact);
      } catch (error) {
        if (!(error instanceof ClosedError)) {
          throw error;
        }
      }
      contact = await this.next(contact);
    }
  }

  /** The same host again, and no other: that one knows nothing of what was asked. */
  private async next({ welcome: { pid, host } }: Contact): Promise<Contact> {
    const contact = this.deps.link.host && (await this.deps.link.ready());
    if (contact?.welcome.host !== host) {
      throw hostGoneError(pid);
    }
    return contact;
  }

  /** A start that was asked for over a connection that is gone may be on its way still. */
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

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
