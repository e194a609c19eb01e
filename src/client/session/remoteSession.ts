import type { Clock } from '../../base/clock';
import { Timer } from '../../base/timer';
import { delayBefore, readReconnect } from '../connect/backoff';
import { parseAttachMessage } from './attachMessage';
import type { AttachHandlers, AttachSocket, Frame, OpenSocket } from './attachSocket';
import { ClientError } from '../clientError';
import type { AskOptions, AskResult } from '../clientOptions';
import { FrameQueue, MAX_QUEUED_BYTES, queueFull } from './frameQueue';
import { readClose, readRefusal, type CloseMeaning } from './readClose';
import type { SessionEnd } from './sessionEnd';
import type { SessionOptions } from '../sessionOptions';
import { checkSize, type Size } from '../size';
import { toFrames } from './toFrames';

/** Asks the agent of the session. */
interface Asking {
  ask(prompt: string, options?: AskOptions): Promise<AskResult>;
  askStream(prompt: string, options?: AskOptions): AsyncGenerator<string, AskResult>;
}

interface RemoteSessionDeps {
  readonly asking: Asking;
  readonly openSocket: OpenSocket;
  readonly clock: Clock;
}

type State =
  /**
   * Until the window sends `attached`: an open connection alone accepts no input and shows no
   * output.
   */
  | { readonly kind: 'connecting'; readonly socket: AttachSocket; readonly size: Size | undefined }
  | { readonly kind: 'attached'; readonly socket: AttachSocket }
  /** Waiting for the next attempt to connect. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'closed'; readonly end: SessionEnd };

/**
 * A handle of an attached session: receives its output and sends input. Reconnects after a lost
 * connection (`src/client/connect/backoff.ts`); the current screen then replaces the missed output. The session
 * continues without the handle.
 */
export class RemoteSession {
  private readonly queue = new FrameQueue();
  private readonly retry: Timer;
  private state: State;
  private size: Size | undefined;
  /** Attempts in a row that have not attached. */
  private attempt = 0;
  private hasAttached = false;
  private exitCode: number | null | undefined;
  private settleFirst: ((error?: ClientError) => void) | undefined;

  /** Resolves when attached. A first connection that fails is retried as a later one is. */
  readonly opened: Promise<void>;

  constructor(
    readonly sessionId: string,
    private readonly options: SessionOptions,
    private readonly deps: RemoteSessionDeps,
  ) {
    this.retry = new Timer(deps.clock);
    this.size = readSize(options);
    this.opened = new Promise((resolve, reject) => {
      this.settleFirst = (error) => (error ? reject(error) : resolve());
    });
    this.state = this.connect();
  }

  /**
   * Types into the session: text as UTF-8, bytes unchanged. Without a connection the input is
   * queued, up to 1 MiB, and sent once after reconnecting.
   * @throws {ClientError} `DETACHED`, `SESSION_EXITED`, `QUEUE_FULL`.
   */
  write(data: string | Uint8Array): void {
    this.send(toFrames(data));
  }

  /** @throws {ClientError} `DETACHED`, `SESSION_EXITED`, `BAD_REQUEST`. */
  resize(size: Size): void {
    this.requireUsable();
    checkSize(size);
    this.size = { cols: size.cols, rows: size.rows };
    if (this.state.kind === 'attached') {
      this.state.socket.send(JSON.stringify({ resize: this.size }));
    }
  }

  /** SIGINT types Ctrl-C; SIGKILL ends the program. Throws like {@link write}. */
  signal(signal: 'SIGINT' | 'SIGKILL'): void {
    this.send([JSON.stringify({ signal })]);
  }

  /**
   * Sends a prompt to the session's agent and resolves with its answer, as `AgentTerminals.ask`.
   * @throws {ClientError} also `DETACHED`, `SESSION_EXITED` if the handle is closed.
   */
  async ask(prompt: string, options?: AskOptions): Promise<AskResult> {
    this.requireUsable();
    return this.deps.asking.ask(prompt, options);
  }

  /** Yields what is new in the answer, then returns the whole, as `AgentTerminals.askStream`. */
  async *askStream(prompt: string, options?: AskOptions): AsyncGenerator<string, AskResult> {
    this.requireUsable();
    return yield* this.deps.asking.askStream(prompt, options);
  }

  /** Detaches; the session continues. Input that was written before is still sent. */
  detach(): void {
    if (this.state.kind === 'attached') {
      this.state.socket.send(JSON.stringify({ detach: true }));
    }
    this.finish({ reason: 'detach' });
  }

  private send(frames: readonly Frame[]): void {
    this.requireUsable();
    if (this.state.kind !== 'attached') {
      this.queue.add(frames);
      return;
    }
    if (this.state.socket.bufferedBytes > MAX_QUEUED_BYTES) {
      throw queueFull();
    }
    for (const frame of frames) {
      this.state.socket.send(frame);
    }
  }

  private requireUsable(): void {
    if (this.state.kind !== 'closed') {
      return;
    }
    if (this.state.end.reason === 'exit' || this.state.end.reason === 'kill') {
      throw new ClientError('SESSION_EXITED', `Session ${this.sessionId} has ended.`);
    }
    throw new ClientError(
      'DETACHED',
      `This handle of session ${this.sessionId} is detached; call attach({ sessionId: '${this.sessionId}' }) for a new one.`,
    );
  }

  private connect(): State {
    const { size } = this;
    const handlers: AttachHandlers = {
      onRefused: (error) => this.handleEnd(readRefusal(error)),
      onBytes: (bytes) => this.options.onData?.(bytes),
      onText: (text) => this.handleText(text),
      onClose: (code, reason) => this.handleEnd(readClose(code, reason, this.exitCode)),
    };
    return { kind: 'connecting', socket: this.deps.openSocket(size, handlers), size };
  }

  private handleAttached(): void {
    if (this.state.kind !== 'connecting') {
      return;
    }
    const { socket, size } = this.state;
    this.state = { kind: 'attached', socket };
    const isAgain = this.hasAttached;
    this.hasAttached = true;
    this.attempt = 0;
    this.settle();
    if (size !== this.size) {
      socket.send(JSON.stringify({ resize: this.size }));
    }
    this.queue.take().forEach((frame) => socket.send(frame));
    if (isAgain) {
      this.options.onReconnect?.();
    }
  }

  private handleText(text: string): void {
    const message = parseAttachMessage(text);
    if (message?.kind === 'attached') {
      this.handleAttached();
    }
    if (message?.kind === 'exit' && this.exitCode === undefined) {
      this.exitCode = message.exitCode;
    }
  }

  private handleEnd(meaning: CloseMeaning): void {
    if (this.state.kind === 'closed') {
      return;
    }
    if (meaning.kind === 'final') {
      this.finish(meaning.end);
      return;
    }
    const policy = readReconnect(this.options.reconnect);
    if (this.attempt >= policy.maxAttempts) {
      this.finish({ reason: 'lost', error: meaning.error });
      return;
    }
    this.attempt++;
    this.state = { kind: 'waiting' };
    this.retry.start(delayBefore(this.attempt, policy), () => this.tryAgain());
    this.options.onReconnecting?.(this.attempt, policy.maxAttempts);
  }

  private tryAgain(): void {
    this.state = this.connect();
  }

  private finish(end: SessionEnd): void {
    const before = this.state;
    if (before.kind === 'closed') {
      return;
    }
    this.state = { kind: 'closed', end };
    this.retry.dispose();
    this.queue.clear();
    if (before.kind !== 'waiting') {
      before.socket.close();
    }
    if (this.settleFirst && 'error' in end) {
      this.settle(end.error);
      return;
    }
    this.settle();
    if (end.reason === 'exit' || this.exitCode !== undefined) {
      this.options.onExit?.(this.exitCode ?? null);
    }
    this.options.onClose?.(end);
  }

  private settle(error?: ClientError): void {
    this.settleFirst?.(error);
    this.settleFirst = undefined;
  }
}

/** @throws {ClientError} `BAD_REQUEST`. */
function readSize({ cols, rows }: SessionOptions): Size | undefined {
  if (cols === undefined || rows === undefined) {
    return undefined;
  }
  checkSize({ cols, rows });
  return { cols, rows };
}
