import type { Duplex } from 'node:stream';
import { SessionError } from '../../base/errors';
import type { Disposable } from '../../base/lifecycle';
import {
  HELLO,
  PING,
  PROTOCOL_VERSION,
  type Call,
  type Hello,
  type Welcome,
} from '../protocol/calls';
import type { Frame } from '../protocol/frame';
import type { ClientMessage } from '../protocol/messages';
import { Peer } from '../protocol/peer';
import { ClosedError, toCallError, wasAnswered } from './hostErrors';

/** One connection to a host, from its handshake to its end. */
export class HostConnection implements Disposable {
  private readonly peer: Peer;
  /** Frames that arrived before {@link follow} was called; they may follow the welcome directly. */
  private early: Frame[] = [];
  private listener: ((frame: Frame) => void) | undefined;
  /** Settles when the connection is closed, with the error, if there was one. */
  readonly closed: Promise<Error | undefined>;

  constructor(socket: Duplex) {
    this.peer = new Peer(socket);
    this.closed = new Promise((resolve) => {
      this.peer.onDidClose((error) => {
        // Pending calls are rejected after those whose answer has already arrived.
        setImmediate(() => this.peer.dispose());
        resolve(error);
      });
    });
    this.peer.onDidReceive((frame) => this.handleFrame(frame));
    this.peer.listen();
  }

  /** The bytes that were sent and wait in this process because the host has not read them. */
  get waiting(): number {
    return this.peer.waiting;
  }

  /**
   * @throws the host's error if it refuses the client; {@link ClosedError} if it closes the
   * connection without an answer; {@link SessionError} `ILLEGAL_STATE` for an answer that is none of
   * this protocol.
   */
  async handshake(hello: Omit<Hello, 'protocol'>): Promise<Welcome> {
    const welcome = await this.call(HELLO, { ...hello, protocol: PROTOCOL_VERSION });
    if (welcome.protocol !== PROTOCOL_VERSION) {
      throw new SessionError(
        'ILLEGAL_STATE',
        `The session host of process ${welcome.pid} uses protocol ${welcome.protocol}, and this window uses protocol ${PROTOCOL_VERSION}. Its sessions belong to windows of version ${welcome.version}.`,
      );
    }
    return welcome;
  }

  /** Passes all messages and data to the listener, first those that arrived before this call. */
  follow(listener: (frame: Frame) => void): void {
    this.early.forEach((frame) => this.pass(listener, frame));
    this.early = [];
    this.listener = listener;
  }

  /**
   * @throws {SessionError} the host's error; `ILLEGAL_STATE` for an invalid answer.
   * @throws {ClosedError} if no answer arrived.
   */
  async call<P, R>({ method, answer }: Call<P, R>, params: P): Promise<R> {
    let value: unknown;
    try {
      value = await this.peer.calls.sendRequest(method, params);
    } catch (error) {
      throw wasAnswered(error) ? toCallError(error) : new ClosedError(await this.closed);
    }
    const checked = answer.safeParse(value);
    if (checked.success) {
      return checked.data;
    }
    throw new SessionError(
      'ILLEGAL_STATE',
      `The session host returned an invalid answer to the call ${method}. Restart the session host.`,
      { cause: checked.error },
    );
  }

  /** Settles when the host has processed all that was sent before. @throws if the connection is closed. */
  async ping(): Promise<void> {
    await this.call(PING, {});
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

  /** A frame that cannot be processed ends the connection: the frames after it depend on it. */
  private pass(listener: (frame: Frame) => void, frame: Frame): void {
    try {
      listener(frame);
    } catch (error) {
      this.peer.close(error instanceof Error ? error : new Error(String(error)));
    }
  }
}
