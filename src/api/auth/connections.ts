import type { Disposable } from '../../base/lifecycle';
import { identifyToken } from '../../endpoint/proof';
import { ApiError } from '../http/apiError';
import type { Access } from './access';
import type { Authenticator, Credentials } from './authenticator';
import type { UnansweredRequests } from './unansweredRequests';

/** A request or socket whose caller was authenticated; disposed when it is over. */
export interface Connection extends Disposable {
  readonly access: Access;
  /** Names the token; the same for all connections with it. */
  readonly caller: string;
  /** Aborted when its access ends; the reason is an `ApiError`. */
  readonly signal: AbortSignal;
}

/**
 * A request ends with its answer. A wait is a request without an effect, which its caller repeats at
 * the next server. A stream or socket lasts until one side ends it.
 */
export type ConnectionKind = 'request' | 'socket' | 'stream' | 'wait';

/** The open connections. Aborts a connection when its access ends. */
export class Connections {
  private readonly reviews = new Set<() => void>();
  private isRetired = false;

  constructor(
    private readonly authenticator: Pick<Authenticator, 'admit' | 'refusalOf'>,
    /** Those of the kind `request`. */
    readonly requests: UnansweredRequests,
  ) {}

  /** The number of open connections. */
  get count(): number {
    return this.reviews.size;
  }

  /** @throws {ApiError} as `Authenticator.admit`; `MOVED` after {@link retire}. */
  begin(credentials: Credentials, kind: ConnectionKind = 'request'): Connection {
    const access = this.authenticator.admit(credentials);
    if (this.isRetired) {
      throw retired();
    }
    const caller = identifyToken(credentials.authorization ?? '');
    const controller = new AbortController();
    const review = (): void => {
      // A socket is not refused: its end with the server has its caller connect to the next one.
      const refusal =
        this.isRetired && kind !== 'socket'
          ? interrupted(kind)
          : this.authenticator.refusalOf(credentials, access);
      if (refusal) {
        this.reviews.delete(review);
        controller.abort(refusal);
      }
    };
    this.reviews.add(review);
    const settle = kind === 'request' ? this.requests.add(access) : () => {};
    const dispose = (): void => {
      this.reviews.delete(review);
      settle();
    };
    return { access, caller, signal: controller.signal, dispose };
  }

  /**
   * Aborts the connections that would now be refused. Must be called after a change of settings,
   * folders or sessions.
   */
  review(): void {
    [...this.reviews].forEach((review) => review());
  }

  /**
   * Refuses all further requests with `MOVED`: the server ends, and the caller is to find the next one.
   * Aborts open waits and streams with it, too, and open requests, which may have had an effect, with
   * `DETACHED`.
   */
  retire(): void {
    this.isRetired = true;
    this.review();
  }
}

function interrupted(kind: ConnectionKind): ApiError {
  return kind === 'request'
    ? new ApiError(
        'DETACHED',
        'The program that served this folder has ended before it answered: look what the request has done, before you repeat it.',
      )
    : retired();
}

function retired(): ApiError {
  return new ApiError('MOVED', 'The program that served this folder ends: look for the next one.');
}
