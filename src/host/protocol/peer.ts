import type { Duplex } from 'node:stream';
import {
  AbstractMessageReader,
  AbstractMessageWriter,
  createMessageConnection,
  type DataCallback,
  type Disposable as RpcDisposable,
  type Message,
  type MessageConnection,
} from 'vscode-jsonrpc/node';
import { Emitter } from '../../base/event';
import { DisposableStore, toDisposable, type Disposable } from '../../base/lifecycle';
import { frameHead, FrameReader, type Frame } from './frame';

/** Up to this size, in bytes, one copy takes less time than two writes. */
const SMALL_FRAME_BYTES = 4096;

/**
 * One end of a connection between a window and the session host. Calls go through {@link calls}.
 * Messages and data are frames, received in the order in which they are sent.
 */
export class Peer implements Disposable {
  private readonly store = new DisposableStore();
  private readonly didReceive = this.store.add(new Emitter<Frame>());
  private readonly didClose = this.store.add(new Emitter<Error | undefined>());
  private readonly frames = new FrameReader();
  private readonly incoming = new RpcReader();
  private isOpen = true;

  /** Fires for each message and each data frame. */
  readonly onDidReceive = this.didReceive.event;
  /**
   * Fires once, when the other end has closed or broken the protocol; with the error, if there was
   * one.
   */
  readonly onDidClose = this.didClose.event;
  readonly calls: MessageConnection;

  constructor(private readonly socket: Duplex) {
    this.calls = createMessageConnection(this.incoming, new RpcWriter(this));
    this.store.add(toDisposable(() => this.calls.dispose()));
    socket.on('data', (chunk: Uint8Array) => this.handleData(chunk));
    socket.on('error', (error) => this.close(error));
    socket.on('close', () => this.close(undefined));
  }

  /** Starts to process calls. Call it once all handlers are registered. */
  listen(): void {
    this.calls.listen();
  }

  /** The bytes that were sent and wait in this process because the other end has not read them. */
  get waiting(): number {
    return this.socket.writableLength;
  }

  /** Does nothing on a closed connection. */
  send(frame: Frame): void {
    if (!this.isOpen) {
      return;
    }
    const head = frameHead(frame);
    if (frame.content.length <= SMALL_FRAME_BYTES) {
      this.socket.write(Buffer.concat([head, frame.content]));
      return;
    }
    this.socket.cork();
    this.socket.write(head);
    this.socket.write(frame.content);
    this.socket.uncork();
  }

  sendMessage(note: object): void {
    this.send(toJsonFrame('note', note));
  }

  /** Ends the connection; `onDidClose` fires. */
  close(error: Error | undefined): void {
    if (this.isOpen) {
      this.isOpen = false;
      this.socket.destroy();
      this.incoming.end();
      this.didClose.fire(error);
    }
  }

  dispose(): void {
    this.close(undefined);
    this.store.dispose();
  }

  private handleData(chunk: Uint8Array): void {
    try {
      for (const frame of this.frames.push(chunk)) {
        if (frame.kind === 'rpc') {
          this.incoming.push(parseMessage(frame.content));
        } else {
          this.didReceive.fire(frame);
        }
      }
    } catch (error) {
      this.close(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

class RpcReader extends AbstractMessageReader {
  private callback: DataCallback | undefined;

  listen(callback: DataCallback): RpcDisposable {
    this.callback = callback;
    return toDisposable(() => (this.callback = undefined));
  }

  push(message: Message): void {
    this.callback?.(message);
  }

  end(): void {
    this.fireClose();
  }
}

class RpcWriter extends AbstractMessageWriter {
  constructor(private readonly peer: Peer) {
    super();
  }

  write(message: Message): Promise<void> {
    this.peer.send(toJsonFrame('rpc', message));
    return Promise.resolve();
  }

  end(): void {
    // The owner of the connection closes it.
  }
}

/** A frame with a message or a call. */
export function toJsonFrame(kind: 'rpc' | 'note', value: object): Frame {
  return { kind, stream: 0, content: Buffer.from(JSON.stringify(value)) };
}

/** @throws {SyntaxError} for content that is not a JSON-RPC message in JSON. */
function parseMessage(content: Uint8Array): Message {
  const value: unknown = JSON.parse(Buffer.from(content).toString());
  if (typeof value === 'object' && value !== null && 'jsonrpc' in value) {
    return { ...value, jsonrpc: '2.0' };
  }
  throw new SyntaxError('A call is not a JSON-RPC message.');
}
