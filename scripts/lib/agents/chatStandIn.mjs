// @ts-check
import { chooseAnswer, isAside, readPrompts } from './chatAnswer.mjs';
import { buildChunks, buildCompletion } from './chatEvents.mjs';
import { ModelStandIn } from './modelStandIn.mjs';
import { sendData, sendJson } from './standInServer.mjs';

/** @typedef {import('./chatAnswer.mjs').ChatRequest & {model?: string, stream?: boolean}} Body */

const MODELS = Object.freeze({
  object: 'list',
  data: [{ id: 'stand-in', object: 'model', created: 1, owned_by: 'stand-in' }],
});

/**
 * A local stand-in for the chat completions API, with predictable answers (`standInAnswer.mjs`).
 */
export class ChatStandIn extends ModelStandIn {
  constructor() {
    super((request, response) => this.#handle(request, response));
  }

  /**
   * @param {import('./standInServer.mjs').StandInRequest} request
   * @param {import('./standInServer.mjs').ServerResponse} response
   */
  async #handle({ method, path, body }, response) {
    if (method === 'POST' && path.endsWith('/chat/completions')) {
      await this.#answer(/** @type {Body} */ (body), response);
    } else if (path.endsWith('/models')) {
      sendJson(response, 200, MODELS);
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
    const model = body.model ?? 'stand-in';
    if (answer.kind === 'failure') {
      sendJson(response, answer.status, failure(answer.message));
    } else if (body.stream === true) {
      await sendData(response, buildChunks(answer, number, model), this.pace);
    } else {
      sendJson(response, 200, buildCompletion(answer, number, model));
    }
  }
}

/** @param {string} message */
function failure(message) {
  return { error: { type: 'invalid_request_error', message } };
}
