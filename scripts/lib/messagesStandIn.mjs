// @ts-check
import { chooseAnswer, isAside, readPrompts } from './messagesAnswer.mjs';
import { buildEvents, buildMessage } from './messagesEvents.mjs';
import { StandInServer, sendEvents, sendJson } from './standInServer.mjs';

/** @typedef {import('./messagesAnswer.mjs').MessagesRequest & {model?: string, stream?: boolean}} Body */

/**
 * A local stand-in for the Messages API: the real Claude Code talks to it as it would to a model,
 * and gets predictable answers (`standInAnswer.mjs`).
 */
export class MessagesStandIn {
  /** @type {(readonly string[])[]} */
  #asked = [];
  #requests = 0;
  #server = new StandInServer((request, response) => this.#handle(request, response));

  /** The prompts in each request of a conversation, its earlier ones too; oldest request first. */
  get asked() {
    return this.#asked;
  }

  /** @returns {Promise<string>} the base URL */
  start() {
    return this.#server.start();
  }

  end() {
    return this.#server.end();
  }

  /**
   * @param {import('./standInServer.mjs').StandInRequest} request
   * @param {import('./standInServer.mjs').ServerResponse} response
   */
  async #handle({ method, path, body }, response) {
    if (method === 'POST' && path === '/v1/messages') {
      await this.#answer(/** @type {Body} */ (body), response);
    } else if (path === '/v1/messages/count_tokens') {
      sendJson(response, 200, { input_tokens: 10 });
    } else if (method === 'HEAD') {
      response.end();
    } else {
      sendJson(response, 404, failure('not_found_error', `The stand-in has no ${path}.`));
    }
  }

  /**
   * @param {Body} body
   * @param {import('./standInServer.mjs').ServerResponse} response
   */
  async #answer(body, response) {
    if (!isAside(body)) {
      this.#asked.push(readPrompts(body));
    }
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
 * @param {string} type
 * @param {string} message
 */
function failure(type, message) {
  return { type: 'error', error: { type, message } };
}
