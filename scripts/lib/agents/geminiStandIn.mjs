// @ts-check
import { chooseAnswer, isAside, readPrompts } from './geminiAnswer.mjs';
import { ModelStandIn } from './modelStandIn.mjs';
import { sendData, sendJson } from './standInServer.mjs';

/** @typedef {Exclude<import('./standInAnswer.mjs').Answer, {kind: 'failure'}>} Answer */

const USAGE = Object.freeze({
  promptTokenCount: 10,
  candidatesTokenCount: 10,
  totalTokenCount: 20,
});

/** A local stand-in for the Gemini API, with predictable answers (`standInAnswer.mjs`). */
export class GeminiStandIn extends ModelStandIn {
  constructor() {
    super((request, response) => this.#handle(request, response));
  }

  /**
   * @param {import('./standInServer.mjs').StandInRequest} request
   * @param {import('./standInServer.mjs').ServerResponse} response
   */
  async #handle({ path, body }, response) {
    const call = /:(\w+)$/.exec(path)?.[1];
    if (call === 'streamGenerateContent' || call === 'generateContent') {
      const form = call === 'generateContent' ? 'whole' : 'stream';
      await this.#answer(
        /** @type {import('./geminiAnswer.mjs').GeminiRequest} */ (body),
        form,
        response,
      );
    } else if (call === 'countTokens') {
      sendJson(response, 200, { totalTokens: 10 });
    } else {
      sendJson(response, 404, failure(404, `The stand-in has no ${path}.`));
    }
  }

  /**
   * @param {import('./geminiAnswer.mjs').GeminiRequest} body
   * @param {'whole' | 'stream'} form
   * @param {import('./standInServer.mjs').ServerResponse} response
   */
  async #answer(body, form, response) {
    const answer = chooseAnswer(body);
    this.count(readPrompts(body), isAside(body) ? 'aside' : 'conversation');
    if (answer.kind === 'failure') {
      sendJson(response, answer.status, failure(answer.status, answer.message));
    } else if (form === 'stream') {
      await sendData(response, buildChunks(answer), this.pace);
    } else {
      sendJson(response, 200, buildContent(partsOf(answer), 'STOP'));
    }
  }
}

/**
 * @param {Answer} answer
 * @returns {readonly import('./standInServer.mjs').TimedData[]}
 */
function buildChunks(answer) {
  if (answer.kind === 'tool') {
    return [{ data: buildContent(partsOf(answer), 'STOP'), delayMs: 0 }];
  }
  const words = answer.text.split(/(?<= )/);
  return words.map((text, at) => ({
    data: buildContent([{ text }], at === words.length - 1 ? 'STOP' : undefined),
    delayMs: answer.wordDelayMs,
  }));
}

/** @param {Answer} answer */
function partsOf(answer) {
  if (answer.kind === 'text') {
    return [{ text: answer.text }];
  }
  const { name, input, textBefore } = answer;
  const before = textBefore === '' ? [] : [{ text: textBefore }];
  return [...before, { functionCall: { name, args: input } }];
}

/**
 * @param {readonly object[]} parts
 * @param {string | undefined} finishReason
 */
function buildContent(parts, finishReason) {
  const candidate = { content: { role: 'model', parts }, index: 0, finishReason };
  return { candidates: [candidate], usageMetadata: USAGE, modelVersion: 'stand-in' };
}

/**
 * @param {number} code
 * @param {string} message
 */
function failure(code, message) {
  const status = code === 429 ? 'RESOURCE_EXHAUSTED' : 'INVALID_ARGUMENT';
  return { error: { code, message, status } };
}
