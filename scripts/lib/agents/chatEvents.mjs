// @ts-check

/** @typedef {Exclude<import('./standInAnswer.mjs').Answer, {kind: 'failure'}>} Answer */

const USAGE = Object.freeze({ prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 });

/**
 * A complete answer in the format of the chat completions API.
 * @param {Answer} answer
 * @param {number} number makes its ids unique
 * @param {string} model
 */
export function buildCompletion(answer, number, model) {
  const calls = callsOf(answer, number);
  const message = { role: 'assistant', content: textOf(answer), ...calls };
  const choice = { index: 0, message, finish_reason: reasonOf(answer) };
  return { ...head('chat.completion', number, model), choices: [choice], usage: USAGE };
}

/**
 * The same as a stream of chunks, each with the wait before it.
 * @param {Parameters<typeof buildCompletion>} args
 * @returns {readonly import('./standInServer.mjs').TimedData[]}
 */
export function buildChunks(...args) {
  const [answer, number, model] = args;
  const chunk = (/** @type {object} */ delta, delayMs = 0, reason = '') => ({
    data: {
      ...head('chat.completion.chunk', number, model),
      choices: [{ index: 0, delta, finish_reason: reason === '' ? null : reason }],
    },
    delayMs,
  });
  const words = textOf(answer)
    .split(/(?<= )/)
    .filter((word) => word !== '');
  const delayMs = answer.kind === 'text' ? answer.wordDelayMs : 0;
  const calls = callsOf(answer, number);
  const usage = { ...head('chat.completion.chunk', number, model), choices: [], usage: USAGE };
  return [
    chunk({ role: 'assistant', content: '' }),
    ...words.map((content) => chunk({ content }, delayMs)),
    ...(calls === undefined ? [] : [chunk(calls)]),
    chunk({}, 0, reasonOf(answer)),
    { data: usage, delayMs: 0 },
    { data: '[DONE]', delayMs: 0 },
  ];
}

/**
 * @param {string} object
 * @param {number} number
 * @param {string} model
 */
function head(object, number, model) {
  return { id: `chatcmpl-${number}`, object, created: 1, model };
}

/** @param {Answer} answer */
function textOf(answer) {
  return answer.kind === 'text' ? answer.text : answer.textBefore;
}

/** @param {Answer} answer */
function reasonOf(answer) {
  return answer.kind === 'text' ? 'stop' : 'tool_calls';
}

/**
 * @param {Answer} answer
 * @param {number} number
 */
function callsOf(answer, number) {
  if (answer.kind === 'text') {
    return undefined;
  }
  const call = { name: answer.name, arguments: JSON.stringify(answer.input) };
  return { tool_calls: [{ index: 0, id: `call_${number}`, type: 'function', function: call }] };
}
