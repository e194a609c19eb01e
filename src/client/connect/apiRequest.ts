import { request, type IncomingMessage } from 'node:http';
import { formatAddress, UnprovenPeerError } from '../../endpoint/verifiedConnection';
import { isErrno } from '../../base/isErrno';
import { ClientError } from '../clientError';
import { ConnectionError } from './connectionError';
import { buildConnectionOptions } from './connectionOptions';
import type { Endpoint } from './endpoint';
import { parseApiError } from './parseApiError';

/**
 * Default time limit for the response headers, in milliseconds. Starting a session reads shell
 * startup files.
 */
const ANSWER_MS = 60_000;

/**
 * Maximum bytes of a body that a window accepts. It is checked here, because a window refuses a
 * larger body before it has read it, and the refusal is lost while the rest is still being sent.
 */
export const MAX_BODY_BYTES = 1024 * 1024;

export interface ApiCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly accept?:
    | 'application/json'
    | 'application/json, text/event-stream'
    | 'text/event-stream'
    | 'text/plain'
    | undefined;
  /** Additional headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Time limit for the response headers, in milliseconds; `Infinity` for calls that the window
   * ends.
   */
  readonly answerMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Calls the API and returns a successful response, whose body the caller reads.
 * @throws {ClientError} the API's error, or `UNREACHABLE` or `TIMEOUT`.
 * @throws the signal's reason once it is aborted.
 */
export async function callApi(endpoint: Endpoint, call: ApiCall): Promise<IncomingMessage> {
  const answer = await send(endpoint, call);
  const status = answer.statusCode ?? 500;
  if (status < 300) {
    return answer;
  }
  throw parseApiError(status, await readText(answer));
}

/** Reads a whole body as UTF-8 text. */
export async function readText(answer: AsyncIterable<unknown>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of answer) {
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString('utf8');
}

function formatBody(body: unknown): string {
  const text = JSON.stringify(body);
  if (Buffer.byteLength(text) > MAX_BODY_BYTES) {
    const message = `The body of a request is larger than ${MAX_BODY_BYTES} bytes.`;
    throw new ClientError('PAYLOAD_TOO_LARGE', message);
  }
  return text;
}

/**
 * Uses `node:http`, because `fetch` gives up if the response does not begin within five minutes,
 * which agents may exceed.
 */
function send(endpoint: Endpoint, call: ApiCall): Promise<IncomingMessage> {
  const { method, path, accept = 'application/json', signal, answerMs = ANSWER_MS } = call;
  const body = call.body === undefined ? undefined : formatBody(call.body);
  return new Promise((resolve, reject) => {
    const headers = {
      Authorization: `Bearer ${endpoint.token}`,
      Accept: accept,
      ...call.headers,
      ...(body !== undefined && {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
      }),
    };
    const { url, createConnection } = buildConnectionOptions(endpoint, path);
    const sent = request(url, { method, headers, createConnection, ...(signal && { signal }) });
    const timer =
      answerMs === Infinity ? undefined : setTimeout(() => sent.destroy(late(answerMs)), answerMs);
    sent.on('response', (answer) => {
      clearTimeout(timer);
      resolve(answer);
    });
    let isConnected = false;
    sent.on('socket', () => (isConnected = true));
    sent.on('error', (error) => {
      clearTimeout(timer);
      // A request that could not be written whole is not carried out.
      const isUnsent = !isConnected || isErrno(error, 'EPIPE');
      reject(signal?.aborted ? abortReason(signal) : toClientError(error, endpoint, { isUnsent }));
    });
    sent.end(body);
  });
}

export function late(answerMs: number): ClientError {
  return new ClientError(
    'TIMEOUT',
    `The window did not answer within ${answerMs} ms. Try again; if it still does not, reload the window.`,
  );
}

function abortReason(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason));
}

export function toClientError(
  error: Error,
  endpoint: Endpoint,
  { isUnsent }: Pick<ConnectionError, 'isUnsent'>,
): ClientError {
  if (error instanceof ClientError) {
    return error;
  }
  return error instanceof UnprovenPeerError
    ? new ConnectionError(
        'UNAUTHORIZED',
        `${error.message}: the window was reloaded, or the session has ended.`,
        isUnsent,
      )
    : new ConnectionError(
        'UNREACHABLE',
        `The window's API at ${formatAddress(endpoint.address)} cannot be reached: ${error.message}.`,
        isUnsent,
      );
}
