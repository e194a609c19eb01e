import type { Clock } from '../../base/clock';
import { Emitter } from '../../base/event';
import type { Disposable } from '../../base/lifecycle';
import { identifyToken } from '../../endpoint/proof';
import { ApiError } from '../http/apiError';
import type { Access } from './access';
import type { Authenticator, Credentials } from './authenticator';

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

/**
 * How long an agent's request may keep a server from its end; milliseconds. Enough to type a prompt;
 * an agent could else keep its sessions from a window for a day.
 */
const AGENT_REQUEST_MS = 60_000;

/** The open connections. Aborts a connection when its access ends. */
export class Connections {
  private readonly reviews = new Set<() => void>();
  private readonly didAnswer = new Emitter<void>();
  private isRetired = false;
  /**
   * The number of connections of the kind `request` that wait for their answer. Those of agents count
   * for {@link AGENT_REQUEST_MS}.
   */
  unanswered = 0;

  constructor(
    private readonly authenticator: Pick<Authenticator, 'admit' | 'refusalOf'>,
    private readonly clock: Pick<Clock, 'schedule'>,
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
          ? retired()
          : this.authenticator.refusalOf(credentials, access);
      if (refusal) {
        this.reviews.delete(review);
        controller.abort(refusal);
      }
    };
    this.reviews.add(review);
    const settle = kind === 'request' ? this.countUnanswered(access) : () => {};
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
   * Refuses all further requests, and aborts all open ones but sockets, with `MOVED`: the server ends,
   * and the caller is to find the next one.
   */
  retire(): void {
    this.isRetired = true;
    this.review();
  }

  /** Resolves when {@link unanswered} is 0. */
  async whenAnswered(): Promise<void> {
    while (this.unanswered > 0) {
      await new Promise<void>((resolve) => {
        const listener = this.didAnswer.event(() => {
          listener.dispose();
          resolve();
        });
      });
    }
  }

  /** Counts a request, and returns what to call, any number of times, when it is over. */
  private countUnanswered({ by }: Access): () => void {
    let isOpen = true;
    this.unanswered++;
    const settle = (): void => {
      if (isOpen) {
        isOpen = false;
        limit?.dispose();
        this.unanswered--;
        this.didAnswer.fire();
      }
    };
    const limit = by === 'agent' ? this.clock.schedule(AGENT_REQUEST_MS, settle) : undefined;
    return settle;
  }
}

function retired(): ApiError {
  return new ApiError('MOVED', 'The program that served this folder ends: look for the next one.');
}
