import type { Socket } from 'node:net';
import { SessionError, toMessage } from '../../base/errors';
import { Emitter } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { isSameSecret } from '../../base/sameSecret';
import {
  HELLO,
  PING,
  PROTOCOL_VERSION,
  type Hello,
  type Welcome,
  type WireWelcome,
} from '../protocol/calls';
import type { Frame } from '../protocol/frame';
import { Peer } from '../protocol/peer';
import { toWireWelcome } from '../protocol/wire';
import { answerSessionCalls, type CallDeps } from './answerSessionCalls';
import { CallAnswers } from './callAnswers';
import { BEFORE_HELLO } from './limits';
import { HELLO_SCHEMA } from './schemas';
import { ServedClient, type ServedClientDeps } from './servedClient';

export interface ConnectionDeps extends ServedClientDeps, CallDeps {
  readonly token: string;
  welcome(hello: Hello): Welcome;
}

/** One connection. Its first call must be `hello`; then it is a client. */
export class ClientConnection implements Disposable {
  private readonly store = new DisposableStore();
  private readonly didClose = this.store.add(new Emitter<string | undefined>());
  private readonly didAccept = this.store.add(new Emitter<Hello>());
  private readonly peer: Peer;
  private client: ServedClient | undefined;
  private accepted: Hello | undefined;
  private isPingPending = false;

  /** Fires once, with the reason unless the client closed the connection. */
  readonly onDidClose = this.didClose.event;
  /** Fires when the client has been accepted. */
  readonly onDidAccept = this.didAccept.event;

  constructor(
    socket: Socket,
    private readonly deps: ConnectionDeps,
  ) {
    this.peer = this.store.add(new Peer(socket));
    this.peer.onDidClose((error) => this.didClose.fire(error && toMessage(error)));
    this.peer.onDidReceive((frame) => this.receive(frame));
    socket.on('drain', () => this.client?.handleDrain());
    socket.on('data', () => {
      if (!this.client && socket.bytesRead > BEFORE_HELLO.bytes) {
        this.refuse('it sent too much before its hello');
      }
    });
    this.store.add(
      deps.clock.schedule(BEFORE_HELLO.ms, () => {
        if (!this.client) {
          this.refuse(`it did not send a hello within ${BEFORE_HELLO.ms} ms`);
        }
      }),
    );
    this.answerCalls();
    this.peer.listen();
  }

  /** The client's hello; undefined until it is accepted. */
  get hello(): Hello | undefined {
    return this.accepted;
  }

  /** Sends a ping, unless the last one is unanswered. Returns whether the last one was answered. */
  ping(): boolean {
    if (this.isPingPending) {
      return false;
    }
    this.isPingPending = true;
    this.peer.calls.sendRequest(PING).then(
      () => (this.isPingPending = false),
      // The connection is closed; `onDidClose` reports that.
      () => undefined,
    );
    return true;
  }

  /** Closes the connection; `reason` is logged. */
  refuse(reason: string): void {
    this.peer.close(new Error(reason));
  }

  dispose(): void {
    this.client?.dispose();
    this.store.dispose();
  }

  private answerCalls(): void {
    const { calls } = this.peer;
    const unauthorized = new CallAnswers(calls, () => undefined);
    unauthorized.answer(HELLO, HELLO_SCHEMA, (hello) => this.accept(hello));
    const authorized = new CallAnswers(calls, () => this.requireClient());
    authorized.answer0(PING, () => null);
    answerSessionCalls(authorized, this.deps, () => this.requireClient());
  }

  private accept(hello: Hello): WireWelcome {
    if (!isSameSecret(this.deps.token, hello.token)) {
      this.closeSoon('its token is wrong');
      throw new SessionError('BAD_REQUEST', 'The token does not belong to this session host.');
    }
    if (hello.protocol !== PROTOCOL_VERSION) {
      this.closeSoon(`its protocol is ${hello.protocol}`);
      throw new SessionError(
        'BAD_REQUEST',
        `This session host uses protocol ${PROTOCOL_VERSION}, not ${hello.protocol}.`,
      );
    }
    this.accepted = hello;
    this.client ??= new ServedClient(this.peer, hello, this.deps);
    this.didAccept.fire(hello);
    return toWireWelcome(this.deps.welcome(hello));
  }

  private requireClient(): ServedClient {
    if (!this.client) {
      this.closeSoon('it did not send a hello first');
      throw new SessionError('BAD_REQUEST', 'The first call to a session host must be hello.');
    }
    return this.client;
  }

  private receive(frame: Frame): void {
    try {
      if (!this.client) {
        throw new SessionError('BAD_REQUEST', 'it did not send a hello first');
      }
      this.client.receive(frame);
    } catch (error) {
      this.refuse(toMessage(error));
    }
  }

  /** Closes the connection after the answer to the current call has been sent. */
  private closeSoon(reason: string): void {
    this.store.add(this.deps.clock.schedule(0, () => this.refuse(reason)));
  }
}
