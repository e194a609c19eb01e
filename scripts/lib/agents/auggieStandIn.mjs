// @ts-check
import { ModelStandIn } from './modelStandIn.mjs';
import { answerPrompt, answerToolResult, COMMAND, WRITE_COMMAND } from './standInAnswer.mjs';
import { sendJson, sendLines } from './standInServer.mjs';

/** @typedef {{text_node?: {content: string}, tool_result_node?: unknown}} Node */
/** @typedef {{nodes?: readonly Node[]}} Body */
/** @typedef {import('./standInAnswer.mjs').Answer} Answer */

/** The type of a node that calls a tool. */
const TOOL_USE = 5;

/** It has no tool that asks the person. */
const CALLS = Object.freeze({ '[bash]': callShell(COMMAND), '[write]': callShell(WRITE_COMMAND) });

/**
 * A local stand-in for the server of Auggie: its answers to prompts, one JSON object a line
 * (`standInAnswer.mjs`), and an empty object for all else, such as models, settings and the index.
 */
export class AuggieStandIn extends ModelStandIn {
  constructor() {
    super((request, response) => this.#handle(request, response));
  }

  /**
   * @param {import('./standInServer.mjs').StandInRequest} request
   * @param {import('./standInServer.mjs').ServerResponse} response
   */
  async #handle({ path, body }, response) {
    if (path !== '/chat-stream') {
      sendJson(response, 200, {});
      return;
    }
    const { nodes = [] } = /** @type {Body} */ (body);
    const prompts = nodes.flatMap(({ text_node }) => text_node?.content ?? []);
    const isResult = nodes.some((node) => node.tool_result_node !== undefined);
    const answer = isResult ? answerToolResult() : answerPrompt(prompts.join('\n'), CALLS);
    const number = this.count(prompts, 'conversation');
    if (answer.kind === 'failure') {
      sendJson(response, answer.status, { error: answer.message });
    } else {
      await sendLines(response, buildLines(answer, number), this.pace);
    }
  }
}

/**
 * @param {Exclude<Answer, {kind: 'failure'}>} answer
 * @param {number} number of the request
 */
function buildLines(answer, number) {
  if (answer.kind === 'tool') {
    const tool_use = {
      tool_use_id: `call_${number}`,
      tool_name: answer.name,
      input_json: JSON.stringify(answer.input),
    };
    const nodes = [{ id: 1, type: TOOL_USE, content: '', tool_use }];
    return [{ data: { text: answer.textBefore, nodes }, delayMs: 0 }];
  }
  return answer.text
    .split(/(?<= )/)
    .map((word) => ({ data: { text: word }, delayMs: answer.wordDelayMs }));
}

/** @param {string} command */
function callShell(command) {
  const input = { command, cwd: '.', wait: true, max_wait_seconds: 30 };
  return { name: 'launch-process', input };
}
