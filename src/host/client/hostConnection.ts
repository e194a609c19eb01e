import type { Duplex } from 'node:stream';
import type { RequestType, RequestType0 } from 'vscode-jsonrpc/node';
import { HELLO, PING, type CallFault, type Hello, type Welcome } from '../protocol/calls';
import type { Frame } from '../protocol/frame';
import type { ClientNote } from '../protocol/notes';
import { Peer } from '../protocol/peer';
import type { Disposable } from '../../base/lifecycle';
import { ClosedError, toCallError, wasAnswered } from './hostErrors';
import { parseWelcome } from './parseWelcome';

/** One connection to a host, from its first word to its end. */
export class HostConnection implements Disposable {
  private readonly peer: Peer;
  /** What came before somebody listened: it may belong to what the host said first. */
  private early: Frame[] = [];
  private listener: ((frame: Frame) => void) | undefined;
  private open = true;
  /** Settles when it is closed, with what was wrong if anything was. */
  readonly closed: Promise<Error | undefined>;

  constructor(socket: Duplex) {
    this.peer = new Peer(socket);
    this.closed = new Promise((resolve) => {
      this.peer.onDidClose((error) => {
        this.open = false;
        // Calls that wait for an answer are given up, after those whose answer is there already.
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

  /** @throws what the host refuses it with; {@link ClosedError} where it says nothing and goes. */
  async greet(hello: Hello): Promise<Welcome> {
    return parseWelcome(await this.call(HELLO, hello));
  }

  /** Gives all notes and data, those from before this call first. */
  follow(listener: (frame: Frame) => void): void {
    this.early.forEach((frame) => this.pass(listener, frame));
    this.early = [];
    this.listener = listener;
  }

  /** @throws {SessionError} what the host says, or {@link ClosedError} where its answer did not come. */
  call<P, R>(type: RequestType<P, R, CallFault>, params: P): Promise<R> {
    // By its name, for the type of a parameter that is anything cannot be told by the library's own.
    return this.answer(() => this.peer.calls.sendRequest<R>(type.method, params));
  }

  /** The same for what takes no parameters. */
  callPlainly<R>(type: RequestType0<R, CallFault>): Promise<R> {
    return this.answer(() => this.peer.calls.sendRequest(type));
  }

  /** Settles once the host has answered, or is gone. */
  async ping(): Promise<boolean> {
    try {
      await this.peer.calls.sendRequest(PING);
      return true;
    } catch {
      // A host that does not know the question has answered, too; one that is gone has not.
      return this.open;
    }
  }

  note(note: ClientNote): void {
    this.peer.sendNote(note);
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

  private async answer<R>(ask: () => Promise<R>): Promise<R> {
    try {
      return await ask();
    } catch (error) {
      throw wasAnswered(error) ? toCallError(error) : new ClosedError(await this.closed);
    }
  }

  /** What cannot be understood ends the connection: what follows it could not be, either. */
  private pass(listener: (frame: Frame) => void, frame: Frame): void {
    try {
      listener(frame);
    } catch (error) {
      this.peer.close(error instanceof Error ? error : new Error(String(error)));
    }
  }
}
