// @ts-check
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { chooseAnswer } from './messagesAnswer.mjs';
import { buildEvents, buildMessage } from './messagesEvents.mjs';

/** @typedef {import('./messagesAnswer.mjs').MessagesRequest & {model?: string, stream?: boolean}} Body */

/**
 * A local stand-in for the Messages API: the real Claude Code talks to it as it would to a model,
 * and gets predictable answers (`messagesAnswer.mjs`).
 */
export class MessagesStandIn {
  #requests = 0;
  #server = createServer((request, response) => {
    this.#handle(request, response).catch((error) => {
      response.destroy(error instanceof Error ? error : undefined);
    });
  });

  /**
   * Listens on a free port of loopback.
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

  /**
   * @param {import('node:http').IncomingMessage} request
   * @param {import('node:http').ServerResponse} response
   */
  async #handle(request, response) {
    const path = new URL(request.url ?? '/', 'http://stand-in').pathname;
    const body = await readBody(request);
    if (request.method === 'POST' && path === '/v1/messages') {
      await this.#answer(body, response);
    } else if (path === '/v1/messages/count_tokens') {
      sendJson(response, 200, { input_tokens: 10 });
    } else if (request.method === 'HEAD') {
      response.end();
    } else {
      sendJson(response, 404, failure('not_found_error', `The stand-in has no ${path}.`));
    }
  }

  /**
   * @param {Body} body
   * @param {import('node:http').ServerResponse} response
   */
  async #answer(body, response) {
    const answer = chooseAnswer(body);
    const number = ++this.#requests;
    const model = body.model ?? 'stand-in';
    if (answer.kind === 'failure') {
      sendJson(response, answer.status, failure('api_error', answer.message));
    } else if (body.stream === true) {
      await sendEvents(response, buildEvents(answer, number, model));
    } else {
      sendJson(response, 200, buildMessage(answer, number, model));
    }
  }
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @returns {Promise<Body>}
 */
async function readBody(request) {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += String(chunk);
  }
  try {
    return /** @type {Body} */ (JSON.parse(text));
  } catch {
    // Not for us to answer: the path decides.
    return {};
  }
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {readonly import('./messagesEvents.mjs').TimedEvent[]} events
 */
async function sendEvents(response, events) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  for (const { event, delayMs } of events) {
    if (delayMs > 0) {
      await delay(delayMs);
    }
    if (response.destroyed) {
      return;
    }
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  }
  response.end();
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 * @param {unknown} value
 */
function sendJson(response, status, value) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

/**
 * @param {string} type
 * @param {string} message
 */
function failure(type, message) {
  return { type: 'error', error: { type, message } };
}
