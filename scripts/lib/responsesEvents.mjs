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
 * The Responses API's form of an answer: a stream of events, each with the wait before it.
 * @param {Exclude<import('./standInAnswer.mjs').Answer, {kind: 'failure'}>} answer
 * @param {number} number makes its ids unique
 * @param {string} model
 * @returns {readonly TimedEvent[]}
 */
export function buildEvents(answer, number, model) {
  const response = { id: `resp_${number}`, object: 'response', model, output: [] };
  const item = buildItem(answer, number);
  return [
    now('response.created', { response: { ...response, status: 'in_progress', usage: null } }),
    now('response.output_item.added', { output_index: 0, item: emptyItem(item) }),
    ...deltas(answer, item.id),
    now('response.output_item.done', { output_index: 0, item }),
    now('response.completed', {
      response: { ...response, status: 'completed', output: [item], usage: USAGE },
    }),
  ];
}

/**
 * @param {Parameters<typeof buildEvents>[0]} answer
 * @param {number} number
 * @returns {{id: string, type: string, [key: string]: unknown}}
 */
function buildItem(answer, number) {
  if (answer.kind === 'tool') {
    return {
      id: `fc_${number}`,
      type: 'function_call',
      status: 'completed',
      call_id: `call_${number}`,
      name: answer.name,
      arguments: JSON.stringify(answer.input),
    };
  }
  return {
    id: `msg_${number}`,
    type: 'message',
    status: 'completed',
    role: 'assistant',
    content: [{ type: 'output_text', text: answer.text, annotations: [] }],
  };
}

/** @param {ReturnType<typeof buildItem>} item */
function emptyItem(item) {
  const nothing = item.type === 'message' ? { content: [] } : { arguments: '' };
  return { ...item, ...nothing, status: 'in_progress' };
}

/**
 * @param {Parameters<typeof buildEvents>[0]} answer
 * @param {string} itemId
 * @returns {readonly TimedEvent[]}
 */
function deltas(answer, itemId) {
  if (answer.kind === 'tool') {
    return [];
  }
  const place = { item_id: itemId, output_index: 0, content_index: 0 };
  return answer.text.split(/(?<= )/).map((delta) => ({
    ...now('response.output_text.delta', { ...place, delta }),
    delayMs: answer.wordDelayMs,
  }));
}

/**
 * @param {string} type
 * @param {object} fields
 * @returns {TimedEvent}
 */
function now(type, fields) {
  return { event: { type, ...fields }, delayMs: 0 };
}
