import type { Socket } from 'node:net';
import { SessionError, toMessage } from '../../base/errors';
import { Emitter } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { isSameSecret } from '../../base/sameSecret';
import {
  HELLO,
  PROTOCOL_VERSION,
  type Hello,
  type HostReport,
  type Welcome,
} from '../protocol/calls';
import type { Frame } from '../protocol/frame';
import { Peer } from '../protocol/peer';
import { answerCalls, CallAnswers } from './callAnswers';
import { BEFORE_HELLO } from './limits';
import { ServedClient, type ServedHost } from './servedClient';

/** One connection. Its first call must be `hello`; then it is a client. */
export class ClientConnection implements Disposable {
  private readonly store = new DisposableStore();
  private readonly didClose = this.store.add(new Emitter<string | undefined>());
  private readonly peer: Peer;
  private client: ServedClient | undefined;
  /** The client's hello; undefined until it is accepted. */
  hello: Hello | undefined;

  /** Fires once, with the reason unless the client closed the connection. */
  readonly onDidClose = this.didClose.event;

  constructor(
    socket: Socket,
    private readonly host: ServedHost,
    report: () => HostReport,
  ) {
    this.peer = this.store.add(new Peer(socket));
    this.peer.onDidClose((error) => this.didClose.fire(error && toMessage(error)));
    this.peer.onDidReceive((frame) => this.receive(frame));
    socket.on('drain', () => this.client?.handleDrain());
    socket.on('data', () => {
      if (!this.client && socket.bytesRead > BEFORE_HELLO.bytes) {
        this.close('it sent too much before its hello');
      }
    });
    this.store.add(
      host.clock.schedule(BEFORE_HELLO.ms, () => {
        if (!this.client) {
          this.close(`it did not send a hello within ${BEFORE_HELLO.ms} ms`);
        }
      }),
    );
    new CallAnswers(this.peer.calls, () => undefined).answer(HELLO, (hello) => this.accept(hello));
    const authorized = new CallAnswers(this.peer.calls, () => this.requireHello());
    answerCalls(authorized, host, report);
    this.peer.listen();
  }

  /** Closes the connection; `reason` is logged. */
  close(reason: string): void {
    this.peer.close(new Error(reason));
  }

  dispose(): void {
    this.client?.dispose();
    this.store.dispose();
  }

  private accept(hello: Hello): Welcome {
    const { identity, logger, sessions, token } = this.host;
    if (!isSameSecret(token, hello.token)) {
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
    this.hello = hello;
    this.client ??= new ServedClient(this.peer, hello, this.host);
    logger.info(`Window ${hello.pid} is connected; its version is ${hello.version}.`);
    return { ...identity, sessions: [...sessions.list()] };
  }

  private requireHello(): void {
    if (!this.client) {
      this.closeSoon('it did not send a hello first');
      throw new SessionError('BAD_REQUEST', 'The first call to a session host must be hello.');
    }
  }

  private receive(frame: Frame): void {
    try {
      if (!this.client) {
        throw new SessionError('BAD_REQUEST', 'it did not send a hello first');
      }
      this.client.receive(frame);
    } catch (error) {
      this.close(toMessage(error));
    }
  }

  /** Closes the connection after the answer to the current call has been sent. */
  private closeSoon(reason: string): void {
    this.store.add(this.host.clock.schedule(0, () => this.close(reason)));
  }
}
