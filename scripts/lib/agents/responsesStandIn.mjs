// @ts-check
import { chooseAnswer, isAside, readPrompts } from './responsesAnswer.mjs';
import { buildEvents } from './responsesEvents.mjs';
import { ModelStandIn } from './modelStandIn.mjs';
import { sendEvents, sendJson } from './standInServer.mjs';

/** @typedef {import('./responsesAnswer.mjs').ResponsesRequest & {model?: string}} Body */

/**
 * A local stand-in for the Responses API: the real Codex sends requests as to a model, and receives
 * predictable answers (`standInAnswer.mjs`).
 */
export class ResponsesStandIn extends ModelStandIn {
  constructor() {
    super((request, response) => this.#handle(request, response));
  }

  /**
   * @param {import('./standInServer.mjs').StandInRequest} request
   * @param {import('./standInServer.mjs').ServerResponse} response
   */
  async #handle({ method, path, body }, response) {
    if (method === 'POST' && path === '/v1/responses') {
      await this.#answer(/** @type {Body} */ (body), response);
    } else {
      sendJson(response, 404, failure(`The stand-in has no ${path}.`));
    }
  }

  /**
   * @param {Body} body
   * @param {import('./standInServer.mjs').ServerResponse} response
   */
  async #answer(body, response) {
    const answer = chooseAnswer(body);
    const number = this.count(readPrompts(body), isAside(body) ? 'aside' : 'conversation');
    if (answer.kind === 'failure') {
      sendJson(response, answer.status, failure(answer.message, typeOf(answer.status)));
    } else {
      await sendEvents(response, buildEvents(answer, number, body.model ?? 'stand-in'), this.pace);
    }
  }
}

/** @param {number} status */
function typeOf(status) {
  return status === 429 ? 'usage_limit_reached' : 'invalid_request_error';
}

/**
 * @param {string} message
 * @param {string} [type]
 */
function failure(message, type = 'invalid_request_error') {
  return { error: { type, message } };
}
