import type { RawData, WebSocket } from 'ws';
import { parseJson } from '../../base/parseJson';
import { ApiError, toApiError } from '../../operations/apiError';

/**
 * Why this server closes a WebSocket: close codes of RFC 6455, 7.4.1. Numbers and names are public.
 */
export type Closing =
  | { readonly code: 1000; readonly reason: 'exit' | 'detach' | 'kill' }
  /** Refused; the reason is the error's code. */
  | { readonly code: 1008; readonly reason: string }
  /** A failure, or the window's end; the reason is the error's code. */
  | { readonly code: 1011; readonly reason: string };

export function closeSocket(socket: WebSocket, { code, reason }: Closing): void {
  socket.close(code, reason);
}

/** How to close a WebSocket whose request failed after the upgrade. */
export function refusalBy(error: unknown): Closing {
  return { code: 1008, reason: toApiError(error).error.code };
}

/** The bytes of a message, which `ws` may pass in several parts. */
export function toBytes(data: RawData): Buffer {
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as ArrayBuffer);
}

/** @throws {ApiError} `BAD_REQUEST`. */
export function parseMessage(data: RawData): unknown {
  const json = parseJson(toBytes(data).toString('utf8'));
  if (json.kind !== 'value') {
    throw new ApiError('BAD_REQUEST', 'The message is not JSON.');
  }
  return json.value;
}
