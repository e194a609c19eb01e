import type { ClientError } from '../clientError';
import type { Size } from '../size';

/** Bytes of the PTY, or JSON that controls the viewer. */
export type Frame = Uint8Array | string;

/** What becomes of a connection: refused, or read and closed. Nothing comes after the end. */
export interface AttachHandlers {
  onRefused(error: ClientError): void;
  onBytes(bytes: Uint8Array): void;
  onText(text: string): void;
  onClose(code: number, reason: string): void;
}

/** One connection to an attached session. */
export interface AttachSocket {
  /** Bytes that were sent and have not left this process. */
  readonly bufferedBytes: number;
  send(frame: Frame): void;
  /** Ends it, at once where the other side says nothing; the handlers hear of it no more. */
  close(): void;
}

/** Begins a connection to a session, to be drawn at that size. */
export type OpenSocket = (size: Size | undefined, handlers: AttachHandlers) => AttachSocket;
