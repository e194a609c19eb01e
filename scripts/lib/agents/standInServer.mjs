// @ts-check
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** @typedef {{method: string, path: string, body: unknown}} StandInRequest a body that is not JSON is `{}` */
/** @typedef {import('node:http').ServerResponse} ServerResponse */
/** @typedef {{event: {type: string, [key: string]: unknown}, delayMs: number}} TimedEvent with the wait before it */
/** @typedef {{data: object | string, delayMs: number}} TimedData with the wait before it; a string is sent as it is */

/** The server behind a stand-in for a model, on loopback. */
export class StandInServer {
  #server;

  /** @param {(request: StandInRequest, response: ServerResponse) => void | Promise<void>} answer */
  constructor(answer) {
    this.#server = createServer((request, response) => {
      const handle = async () => answer(await readRequest(request), response);
      handle().catch((error) => response.destroy(error instanceof Error ? error : undefined));
    });
  }

  /**
   * Listens on a free port.
   * @returns {Promise<string>} the base URL
   */
  async start() {
    await new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(0, '127.0.0.1', () => resolve(undefined));
    });
    const address = this.#server.address();
    if (address === null || typeof address === 'string') {
      throw new Error('The stand-in listens on no port.');
    }
    return `http://127.0.0.1:${address.port}`;
  }

  async end() {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/**
 * @param {ServerResponse} response
 * @param {number} status
 * @param {unknown} value
 */
export function sendJson(response, status, value) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

/**
 * Sends server-sent events, each named by its type, until all are sent or the client disconnects.
 * @param {ServerResponse} response
 * @param {readonly TimedEvent[]} events
 * @param {AbortSignal} [hurry] ends the waits: the remaining events are sent at once
 */
export async function sendEvents(response, events, hurry) {
  const parts = events.map(({ event, delayMs }) => ({
    text: `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
    delayMs,
  }));
  await sendParts(response, parts, hurry);
}

/**
 * As {@link sendEvents}, for events without names.
 * @param {ServerResponse} response
 * @param {readonly TimedData[]} chunks
 * @param {AbortSignal} [hurry]
 */
export async function sendData(response, chunks, hurry) {
  const parts = chunks.map(({ data, delayMs }) => ({
    text: `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`,
    delayMs,
  }));
  await sendParts(response, parts, hurry);
}

/**
 * As {@link sendData}, one JSON value a line.
 * @param {ServerResponse} response
 * @param {readonly TimedData[]} chunks
 * @param {AbortSignal} [hurry]
 */
export async function sendLines(response, chunks, hurry) {
  const parts = chunks.map(({ data, delayMs }) => ({ text: `${JSON.stringify(data)}\n`, delayMs }));
  await sendParts(response, parts, hurry);
}

/**
 * @param {ServerResponse} response
 * @param {readonly {text: string, delayMs: number}[]} parts
 * @param {AbortSignal | undefined} hurry
 */
async function sendParts(response, parts, hurry) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();
  for (const { text, delayMs } of parts) {
    if (delayMs > 0 && !hurry?.aborted) {
      await delay(delayMs, undefined, { signal: hurry }).catch(() => undefined);
    }
    if (response.destroyed) {
      return;
    }
    response.write(text);
  }
  response.end();
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @returns {Promise<StandInRequest>}
 */
async function readRequest(request) {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += String(chunk);
  }
  const { pathname } = new URL(request.url ?? '/', 'http://stand-in');
  return { method: request.method ?? '', path: pathname, body: parseBody(text) };
}

/**
 * @param {string} text
 * @returns {unknown}
 */
function parseBody(text) {
  try {
    return JSON.parse(text);
  } catch {
    // Not an error: the path determines the answer.
    return {};
  }
}
