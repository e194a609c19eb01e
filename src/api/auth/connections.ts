import type { Disposable } from '../../base/lifecycle';
import type { Access } from './access';
import type { Authenticator, Credentials } from './authenticator';

/** A call or a connection of somebody who was let in; disposed when it is over. */
export interface Visit extends Disposable {
  readonly access: Access;
  /** Aborted once the visitor may stay no longer, with an `ApiError` that says why. */
  readonly signal: AbortSignal;
}

/** Those who were let in and are still here: what let them in may end before they leave. */
export class Connections {
  private readonly reviews = new Set<() => void>();

  constructor(private readonly gate: Pick<Authenticator, 'admit' | 'refusalOf'>) {}

  /** How many there are. */
  get count(): number {
    return this.reviews.size;
  }

  /** @throws {ApiError} as `Gate.admit`. */
  begin(knock: Credentials): Visit {
    const access = this.gate.admit(knock);
    const controller = new AbortController();
    const review = (): void => {
      const refusal = this.gate.refusalOf(knock, access);
      if (refusal) {
        this.reviews.delete(review);
        controller.abort(refusal);
      }
    };
    this.reviews.add(review);
    const dispose = (): void => void this.reviews.delete(review);
    return { access, signal: controller.signal, dispose };
  }

  /** Settings, folders or sessions may be others now: whoever would not be let in any more has to leave. */
  review(): void {
    [...this.reviews].forEach((review) => review());
  }
}
