import type { Disposable } from '../../base/lifecycle';
import { identifyToken } from '../../endpoint/proof';
import type { Access } from '../../operations/access/access';
import type { Authenticator, Credentials } from './authenticator';

/** A request or socket whose caller was authenticated; disposed when it is over. */
export interface Connection extends Disposable {
  readonly access: Access;
  /** Names the token; the same for all connections with it. */
  readonly caller: string;
  /** Aborted when its access ends; the reason is an `ApiError`. */
  readonly signal: AbortSignal;
}

/** The open connections. Aborts a connection when its access ends. */
export class Connections {
  private readonly reviews = new Set<() => void>();

  constructor(private readonly authenticator: Pick<Authenticator, 'admit' | 'refusalOf'>) {}

  /** The number of open connections. */
  get count(): number {
    return this.reviews.size;
  }

  /** @throws {ApiError} as `Authenticator.admit`. */
  begin(credentials: Credentials): Connection {
    const access = this.authenticator.admit(credentials);
    const caller = identifyToken(credentials.authorization ?? '');
    const controller = new AbortController();
    const review = (): void => {
      const refusal = this.authenticator.refusalOf(credentials, access);
      if (refusal) {
        this.reviews.delete(review);
        controller.abort(refusal);
      }
    };
    this.reviews.add(review);
    const dispose = (): void => void this.reviews.delete(review);
    return { access, caller, signal: controller.signal, dispose };
  }

  /**
   * Aborts the connections that would now be refused. Must be called after a change of settings,
   * folders or sessions.
   */
  review(): void {
    [...this.reviews].forEach((review) => review());
  }
}
