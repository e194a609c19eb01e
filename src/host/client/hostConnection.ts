import type { Duplex } from 'node:stream';
import type { RequestType, RequestType0 } from 'vscode-jsonrpc/node';
import { HELLO, PING, type CallFault, type Hello, type Welcome } from '../protocol/calls';
import type { Frame } from '../protocol/frame';
import type { ClientMessage } from '../protocol/messages';
import { Peer } from '../protocol/peer';
import type { Disposable } from '../../base/lifecycle';
import { ClosedError, toCallError, wasAnswered } from './hostErrors';
import { parseWelcome } from './parseWelcome';

/** One connection to a host, from its handshake to its end. */
export class HostConnection implements Disposable {
  private readonly peer: Peer;
  /** Frames that arrived before {@link follow} was called; they may follow the welcome directly. */
  private early: Frame[] = [];
  private listener: ((frame: Frame) => void) | undefined;
  private open = true;
  /** Settles when the connection is closed, with the error, if there was one. */
  readonly closed: Promise<Error | undefined>;

  constructor(socket: Duplex) {
    this.peer = new Peer(socket);
    this.closed = new Promise((resolve) => {
      this.peer.onDidClose((error) => {
        this.open = false;
        // Pending calls are rejected after those whose answer has already arrived.
        setImmediate(() => this.peer.dispose());
        resolve(error);
      });
    });
    this.peer.onDidReceive((frame) => this.handleFrame(frame));
    this.peer.calls.onRequest(PING, () => null);
    this.peer.listen();
  }

  get isOpen(): boolean {
    return this.open;
  }

  /**
   * @throws the host's error if it refuses the client; {@link ClosedError} if it closes the
   * connection without an answer.
   */
  async handshake(hello: Hello): Promise<Welcome> {
    return parseWelcome(await this.call(HELLO, hello));
  }

  /** Passes all messages and data to the listener, first those that arrived before this call. */
  follow(listener: (frame: Frame) => void): void {
    this.early.forEach((frame) => this.pass(listener, frame));
    this.early = [];
    this.listener = listener;
  }

  /** @throws {SessionError} the host's error, or {@link ClosedError} if no answer arrived. */
  call<P, R>(type: RequestType<P, R, CallFault>, params: P): Promise<R> {
    // By its name, because the library's overload for a typed request does not accept a generic
    // parameter type.
    return this.awaitAnswer(() => this.peer.calls.sendRequest<R>(type.method, params));
  }

  /** Calls a method without parameters. */
  callWithoutParams<R>(type: RequestType0<R, CallFault>): Promise<R> {
    return this.awaitAnswer(() => this.peer.calls.sendRequest(type));
  }

  /** Settles when the host has answered (true) or the connection is closed (false). */
  async ping(): Promise<boolean> {
    try {
      await this.peer.calls.sendRequest(PING);
      return true;
    } catch {
      // An error is an answer, too, unless the connection is closed.
      return this.open;
    }
  }

  note(note: ClientMessage): void {
    this.peer.sendMessage(note);
  }

  send(frame: Frame): void {
    this.peer.send(frame);
  }

  dispose(): void {
    this.peer.dispose();
  }

  private handleFrame(frame: Frame): void {
    if (this.listener) {
      this.pass(this.listener, frame);
    } else {
      this.early.push(frame);
    }
  }

  private async awaitAnswer<R>(send: () => Promise<R>): Promise<R> {
    try {
      return await send();
    } catch (error) {
      throw wasAnswered(error) ? toCallError(error) : new ClosedError(await this.closed);
    }
  }

  /** A frame that cannot be processed ends the connection: the frames after it depend on it. */
  private pass(listener: (frame: Frame) => void, frame: Frame): void {
    try {
      listener(frame);
    } catch (error) {
      this.peer.close(error instanceof Error ? error : new Error(String(error)));
    }
  }
}
