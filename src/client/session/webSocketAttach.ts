import type { IncomingMessage } from 'node:http';
import { WebSocket, type RawData } from 'ws';
import { late, readText, toClientError } from '../connect/apiRequest';
import type { AttachHandlers, AttachSocket, Frame, OpenSocket } from './attachSocket';
import { ClientError } from '../clientError';
import { buildConnectionOptions } from '../connect/connectionOptions';
import type { Endpoint } from '../connect/endpoint';
import { parseApiError } from '../connect/parseApiError';
import type { Size } from '../size';

/**
 * Time limit for the connection, its proof and the upgrade, in milliseconds. The limit of `ws` has no effect on a
 * connection that its caller creates.
 */
const OPEN_MS = 20_000;

/** Time limit for a close, in milliseconds; then the connection is cut. */
const CLOSE_MS = 1_000;

/** Maximum bytes of one message: the whole scrollback with its colours arrives in one. */
const MAX_MESSAGE_BYTES = 128 * 1024 * 1024;

/** Attaches over WebSockets. Each attempt looks up the window that currently has the session. */
export function webSocketAttach(
  sessionId: string,
  findEndpoint: () => Promise<Endpoint>,
  openMs = OPEN_MS,
): OpenSocket {
  return (size, handlers) =>
    new WebSocketAttachment(sessionId, size, { findEndpoint, handlers, openMs });
}

interface AttachmentDeps {
  readonly findEndpoint: () => Promise<Endpoint>;
  readonly handlers: AttachHandlers;
  readonly openMs: number;
}

class WebSocketAttachment implements AttachSocket {
  private socket: WebSocket | undefined;
  private isOpen = false;
  /** Undefined after the end, after which no event is emitted. */
  private handlers: AttachHandlers | undefined;

  constructor(
    private readonly sessionId: string,
    private readonly size: Size | undefined,
    deps: AttachmentDeps,
  ) {
    this.handlers = deps.handlers;
    void this.open(deps);
  }

  get bufferedBytes(): number {
    return this.socket?.bufferedAmount ?? 0;
  }

  send(frame: Frame): void {
    // A failed send closes the connection, which `onClose` reports.
    this.socket?.send(frame, () => {});
  }

  close(): void {
    this.handlers = undefined;
    const { socket } = this;
    if (socket?.readyState === WebSocket.CONNECTING) {
      socket.terminate();
    }
    if (socket?.readyState !== WebSocket.OPEN) {
      return;
    }
    const timer = setTimeout(() => socket.terminate(), CLOSE_MS);
    socket.on('close', () => clearTimeout(timer));
    socket.close(1000, 'detach');
  }

  private async open({ findEndpoint, openMs }: AttachmentDeps): Promise<void> {
    try {
      const endpoint = await findEndpoint();
      if (this.handlers) {
        this.connect(endpoint, openMs);
      }
    } catch (error) {
      this.refuse(error instanceof ClientError ? error : unreachable(error));
    }
  }

  private connect(endpoint: Endpoint, openMs: number): void {
    const { url, createConnection } = buildConnectionOptions(endpoint, this.buildPath());
    url.protocol = 'ws:';
    const socket = new WebSocket(url, {
      createConnection,
      headers: { Authorization: `Bearer ${endpoint.token}` },
      maxPayload: MAX_MESSAGE_BYTES,
      perMessageDeflate: false,
      followRedirects: false,
    });
    this.socket = socket;
    const timer = setTimeout(() => {
      this.refuse(late(openMs));
      socket.terminate();
    }, openMs);
    socket.on('open', () => {
      clearTimeout(timer);
      this.isOpen = true;
    });
    socket.on('message', (data, isBinary) => this.take(data, isBinary));
    socket.on('unexpected-response', (_, answer) => void this.readRefusal(answer));
    socket.on('error', (error) =>
      this.handleError(toClientError(error, endpoint, { isUnsent: true })),
    );
    socket.on('close', (code, reason) => {
      clearTimeout(timer);
      this.end(code, reason.toString('utf8'));
    });
  }

  private buildPath(): string {
    const path = `/api/sessions/${encodeURIComponent(this.sessionId)}/attach`;
    return this.size ? `${path}?cols=${this.size.cols}&rows=${this.size.rows}` : path;
  }

  private take(data: RawData, isBinary: boolean): void {
    const bytes = Array.isArray(data)
      ? Buffer.concat(data)
      : data instanceof ArrayBuffer
        ? Buffer.from(data)
        : data;
    if (isBinary) {
      this.handlers?.onBytes(bytes);
    } else {
      this.handlers?.onText(bytes.toString('utf8'));
    }
  }

  private async readRefusal(answer: IncomingMessage): Promise<void> {
    const text = await readText(answer).catch(() => '');
    this.refuse(parseApiError(answer.statusCode ?? 500, text));
    this.socket?.terminate();
  }

  /** An error of an open connection is followed by `close`. */
  private handleError(error: ClientError): void {
    if (!this.isOpen) {
      this.refuse(error);
    }
  }

  private refuse(error: ClientError): void {
    const { handlers } = this;
    this.handlers = undefined;
    handlers?.onRefused(error);
  }

  private end(code: number, reason: string): void {
    const { handlers } = this;
    this.handlers = undefined;
    handlers?.onClose(code, reason);
  }
}

function unreachable(error: unknown): ClientError {
  return new ClientError('UNREACHABLE', `The window cannot be reached: ${String(error)}.`);
}
