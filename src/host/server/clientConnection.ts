import type { Socket } from 'node:net';
import { SessionError, toMessage } from '../../base/errors';
import { Emitter } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { isSameSecret } from '../../base/sameSecret';
import { HELLO, PING, PROTOCOL_VERSION, type Hello, type Welcome } from '../protocol/calls';
import type { Frame } from '../protocol/frame';
import { Peer } from '../protocol/peer';
import { answerSessionCalls, type CallDeps } from './answerSessionCalls';
import { CallAnswers } from './callAnswers';
import { BEFORE_HELLO } from './limits';
import { HELLO_SCHEMA } from './schemas';
import { ServedClient, type ServedClientDeps } from './servedClient';

export interface ConnectionDeps extends ServedClientDeps, CallDeps {
  readonly token: string;
  welcome(hello: Hello): Welcome;
}

/** One connection: it says who it is first, and is a client then. */
export class ClientConnection implements Disposable {
  private readonly store = new DisposableStore();
  private readonly didClose = this.store.add(new Emitter<string | undefined>());
  private readonly didEnter = this.store.add(new Emitter<Hello>());
  private readonly peer: Peer;
  private client: ServedClient | undefined;
  private said: Hello | undefined;
  private isSilent = false;

  /** Once, with what was wrong if anything was. */
  readonly onDidClose = this.didClose.event;
  /** It has been let in. */
  readonly onDidEnter = this.didEnter.event;

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
        this.refuse('it has sent too much before it said who it is');
      }
    });
    this.store.add(
      deps.clock.schedule(BEFORE_HELLO.ms, () => {
        if (!this.client) {
          this.refuse(`it has not said who it is within ${BEFORE_HELLO.ms} ms`);
        }
      }),
    );
    this.answerCalls();
    this.peer.listen();
  }

  /** Who it is; none before it has said so. */
  get hello(): Hello | undefined {
    return this.said;
  }

  /** Asks whether it is there, and gives whether it has answered the last time: until it has, it is not asked again. */
  ping(): boolean {
    if (this.isSilent) {
      return false;
    }
    this.isSilent = true;
    this.peer.calls.sendRequest(PING).then(
      () => (this.isSilent = false),
      // The connection is gone, which is told by itself.
      () => undefined,
    );
    return true;
  }

  /** Closes it: `reason` is for the log. */
  refuse(reason: string): void {
    this.peer.close(new Error(reason));
  }

  dispose(): void {
    this.client?.dispose();
    this.store.dispose();
  }

  private answerCalls(): void {
    const { calls } = this.peer;
    const first = new CallAnswers(calls, () => undefined);
    first.answer(HELLO, HELLO_SCHEMA, (hello) => this.letIn(hello));
    const known = new CallAnswers(calls, () => this.requireClient());
    known.answer0(PING, () => null);
    answerSessionCalls(known, this.deps, () => this.requireClient());
  }

  private letIn(hello: Hello): Welcome {
    if (!isSameSecret(this.deps.token, hello.token)) {
      this.closeSoon('it does not know the token');
      throw new SessionError('BAD_REQUEST', 'The token is not that of this session host.');
    }
    if (hello.protocol !== PROTOCOL_VERSION) {
      this.closeSoon(`it speaks protocol ${hello.protocol}`);
      throw new SessionError(
        'BAD_REQUEST',
        `This session host speaks protocol ${PROTOCOL_VERSION}, not ${hello.protocol}.`,
      );
    }
    this.said = hello;
    this.client ??= new ServedClient(this.peer, hello, this.deps);
    this.didEnter.fire(hello);
    return this.deps.welcome(hello);
  }

  private requireClient(): ServedClient {
    if (!this.client) {
      this.closeSoon('it has not said who it is first');
      throw new SessionError('BAD_REQUEST', 'The first thing to say to a session host is hello.');
    }
    return this.client;
  }

  private receive(frame: Frame): void {
    try {
      if (!this.client) {
        throw new SessionError('BAD_REQUEST', 'it has not said who it is first');
      }
      this.client.receive(frame);
    } catch (error) {
      this.refuse(toMessage(error));
    }
  }

  /** After the answer to the call. */
  private closeSoon(reason: string): void {
    this.store.add(this.deps.clock.schedule(0, () => this.refuse(reason)));
  }
}
