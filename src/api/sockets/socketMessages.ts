import type { RawData, WebSocket } from 'ws';
import { parseJson } from '../../base/parseJson';
import { ApiError, toApiError } from '../http/apiError';

/** Why a WebSocket is closed by us; the numbers and names are public. */
export type Closing =
  | { readonly code: 1000; readonly reason: 'exit' | 'detach' | 'kill' }
  /** Refused: the error's code. */
  | { readonly code: 1008; readonly reason: string }
  /** A fault, or the window's end: the error's code. */
  | { readonly code: 1011; readonly reason: string };

export function closeSocket(socket: WebSocket, { code, reason }: Closing): void {
  socket.close(code, reason);
}

/** How one is closed that is refused after it was opened. */
export function refusalBy(error: unknown): Closing {
  return { code: 1008, reason: toApiError(error).error.code };
}

/** A message as one piece of bytes. */
export function toBytes(data: RawData): Buffer {
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as ArrayBuffer);
}

/** @throws {ApiError} `BAD_REQUEST`. */
export function parseMessage(data: RawData): unknown {
  const json = parseJson(toBytes(data).toString('utf8'));
  if (json.kind !== 'value') {
    throw new ApiError('BAD_REQUEST', 'The message is no JSON.');
  }
  return json.value;
}
