// @ts-check

/** @typedef {import('./standInServer.mjs').TimedEvent} TimedEvent */

const USAGE = Object.freeze({
  input_tokens: 10,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 10,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 20,
});

/**
 * An answer in the format of the Responses API: a stream of events, each with the wait before it.
 * @param {Exclude<import('./standInAnswer.mjs').Answer, {kind: 'failure'}>} answer
 * @param {number} number makes its ids unique
 * @param {string} model
 * @returns {readonly TimedEvent[]}
 */
export function buildEvents(answer, number, model) {
  const response = { id: `resp_${number}`, object: 'response', model, output: [] };
  const items = buildItems(answer, number);
  const delayMs = answer.wordDelayMs ?? 0;
  return [
    now('response.created', { response: { ...response, status: 'in_progress', usage: null } }),
    ...items.flatMap((item, output_index) => [
      now('response.output_item.added', { output_index, item: emptyItem(item) }),
      ...deltas(item, output_index, delayMs),
      now('response.output_item.done', { output_index, item }),
    ]),
    now('response.completed', {
      response: { ...response, status: 'completed', output: items, usage: USAGE },
    }),
  ];
}

/** @typedef {{id: string, type: string, [key: string]: unknown}} Item */

/**
 * @param {Parameters<typeof buildEvents>[0]} answer
 * @param {number} number
 * @returns {readonly Item[]}
 */
function buildItems(answer, number) {
  if (answer.kind === 'text') {
    return [buildMessage(answer.text, number)];
  }
  const call = {
    id: `fc_${number}`,
    type: 'function_call',
    status: 'completed',
    call_id: `call_${number}`,
    name: answer.name,
    arguments: JSON.stringify(answer.input),
  };
  return answer.textBefore === '' ? [call] : [buildMessage(answer.textBefore, number), call];
}

/**
 * @param {string} text
 * @param {number} number
 */
function buildMessage(text, number) {
  return {
    id: `msg_${number}`,
    type: 'message',
    status: 'completed',
    role: 'assistant',
    content: [{ type: 'output_text', text, annotations: [] }],
  };
}

/** @param {Item} item */
function emptyItem(item) {
  const nothing = item.type === 'message' ? { content: [] } : { arguments: '' };
  return { ...item, ...nothing, status: 'in_progress' };
}

/**
 * @param {ReturnType<typeof buildItems>[number]} item
 * @param {number} output_index
 * @param {number} delayMs before each word
 * @returns {readonly TimedEvent[]}
 */
function deltas(item, output_index, delayMs) {
  const { id: item_id, content } = /** @type {{id: string, content?: {text: string}[]}} */ (item);
  const place = { item_id, output_index, content_index: 0 };
  return (content?.[0]?.text ?? '')
    .split(/(?<= )/)
    .filter((delta) => delta !== '')
    .map((delta) => ({ ...now('response.output_text.delta', { ...place, delta }), delayMs }));
}

/**
 * @param {string} type
 * @param {object} fields
 * @returns {TimedEvent}
 */
function now(type, fields) {
  return { event: { type, ...fields }, delayMs: 0 };
}
