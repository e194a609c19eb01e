import { request, type IncomingMessage } from 'node:http';
import { ClientError } from '../clientError';
import type { Endpoint } from './endpoint';
import { parseApiError } from './parseApiError';

/** How long the API may take for what it does at once, in milliseconds: a start reads rc files. */
const ANSWER_MS = 60_000;

/**
 * Bytes of a body that a window takes. It refuses a larger one before it has read it, and the
 * refusal is lost where the rest is still on its way; so it is refused here.
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
  /** Beside those that every call has. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** For the answer's beginning, in milliseconds; `Infinity` for what ends by itself. */
  readonly answerMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Calls the API; the answer's body is the caller's to read.
 * @throws {ClientError} what the API says, or `UNREACHABLE` or `TIMEOUT`.
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

/** All of an answer, as text. */
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
    const message = `A request has at most ${MAX_BODY_BYTES} bytes.`;
    throw new ClientError('PAYLOAD_TOO_LARGE', message);
  }
  return text;
}

/** By Node's own HTTP: `fetch` gives up an answer that begins after five minutes, and agents think longer. */
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
    // A connection of its own: one that is used again may just be closed by the other side.
    const options = { method, headers, agent: false as const, ...(signal && { signal }) };
    const sent = request(new URL(path, endpoint.url), options);
    const timer =
      answerMs === Infinity ? undefined : setTimeout(() => sent.destroy(late(answerMs)), answerMs);
    sent.on('response', (answer) => {
      clearTimeout(timer);
      resolve(answer);
    });
    sent.on('error', (error) => {
      clearTimeout(timer);
      reject(signal?.aborted ? abortReason(signal) : toClientError(error, endpoint));
    });
    sent.end(body);
  });
}

function late(answerMs: number): ClientError {
  return new ClientError('TIMEOUT', `The window did not answer within ${answerMs} ms.`);
}

function abortReason(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason));
}

export function toClientError(error: Error, { url }: Endpoint): ClientError {
  return error instanceof ClientError
    ? error
    : new ClientError(
        'UNREACHABLE',
        `The window's API at ${url} cannot be reached: ${error.message}.`,
      );
}
