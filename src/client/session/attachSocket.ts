import type { ClientError } from '../clientError';
import type { Size } from '../size';

/** Bytes for the PTY, or a JSON control message. */
export type Frame = Uint8Array | string;

/**
 * Events of a connection: it is refused, or it delivers data and is closed. No event follows
 * `onRefused` or `onClose`.
 */
export interface AttachHandlers {
  onRefused(error: ClientError): void;
  onBytes(bytes: Uint8Array): void;
  onText(text: string): void;
  onClose(code: number, reason: string): void;
}

/** One connection to an attached session. */
export interface AttachSocket {
  /** Bytes that were sent but are still in this process. */
  readonly bufferedBytes: number;
  send(frame: Frame): void;
  /** Closes the connection, within a time limit. The handlers are not called any more. */
  close(): void;
}

/** Opens a connection to a session, which is drawn at this size. */
export type OpenSocket = (size: Size | undefined, handlers: AttachHandlers) => AttachSocket;
