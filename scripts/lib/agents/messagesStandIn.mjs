// @ts-check
import { chooseAnswer, isAside, readPrompts } from './messagesAnswer.mjs';
import { buildEvents, buildMessage } from './messagesEvents.mjs';
import { ModelStandIn } from './modelStandIn.mjs';
import { sendEvents, sendJson } from './standInServer.mjs';

/** @typedef {import('./messagesAnswer.mjs').MessagesRequest & {model?: string, stream?: boolean}} Body */

/**
 * A local stand-in for the Messages API: the real Claude Code sends requests as to a model, and
 * receives predictable answers, by default those of `standInAnswer.mjs`. It has every model but those named `gone...`.
 */
export class MessagesStandIn extends ModelStandIn {
  #choose;

  /** @param {typeof chooseAnswer} [choose] */
  constructor(choose = chooseAnswer) {
    super((request, response) => this.#handle(request, response));
    this.#choose = choose;
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
    const answer = this.#choose(body);
    const number = this.count(readPrompts(body), isAside(body) ? 'aside' : 'conversation');
    const model = body.model ?? 'stand-in';
    if (model.startsWith('gone')) {
      sendJson(response, 404, failure('not_found_error', `model: ${model}`));
    } else if (answer.kind === 'failure') {
      sendJson(response, answer.status, failure('api_error', answer.message));
    } else if (body.stream === true) {
      await sendEvents(response, buildEvents(answer, number, model), this.pace);
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
