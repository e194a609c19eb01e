// @ts-check

/** @typedef {import('./standInServer.mjs').TimedEvent} TimedEvent */

const USAGE = Object.freeze({
  input_tokens: 10,
  output_tokens: 10,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
});

/**
 * The Messages API's form of an answer, whole.
 * @param {Exclude<import('./standInAnswer.mjs').Answer, {kind: 'failure'}>} answer
 * @param {number} number makes its ids unique
 * @param {string} model
 */
export function buildMessage(answer, number, model) {
  const content =
    answer.kind === 'text'
      ? { type: 'text', text: answer.text }
      : { type: 'tool_use', id: `toolu_${number}`, name: answer.name, input: answer.input };
  return {
    id: `msg_${number}`,
    type: 'message',
    role: 'assistant',
    model,
    content: [content],
    stop_reason: answer.kind === 'text' ? 'end_turn' : 'tool_use',
    stop_sequence: null,
    usage: USAGE,
  };
}

/**
 * The same as a stream of events, each with the wait before it.
 * @param {Parameters<typeof buildMessage>} args
 * @returns {readonly TimedEvent[]}
 */
export function buildEvents(...args) {
  const [answer] = args;
  const message = buildMessage(...args);
  const { stop_reason } = message;
  return [
    now('message_start', { message: { ...message, content: [], stop_reason: null } }),
    now('content_block_start', { index: 0, content_block: emptyBlock(message.content[0]) }),
    ...deltas(answer),
    now('content_block_stop', { index: 0 }),
    now('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: USAGE }),
    now('message_stop', {}),
  ];
}

/** @param {Readonly<Record<string, unknown>> | undefined} block */
function emptyBlock(block) {
  return block?.['type'] === 'text' ? { ...block, text: '' } : { ...block, input: {} };
}

/**
 * @param {Parameters<typeof buildMessage>[0]} answer
 * @returns {readonly TimedEvent[]}
 */
function deltas(answer) {
  const delta = (/** @type {object} */ value, delayMs = 0) => ({
    event: { type: 'content_block_delta', index: 0, delta: value },
    delayMs,
  });
  if (answer.kind === 'tool') {
    return [delta({ type: 'input_json_delta', partial_json: JSON.stringify(answer.input) })];
  }
  return answer.text
    .split(/(?<= )/)
    .map((word) => delta({ type: 'text_delta', text: word }, answer.wordDelayMs));
}

/**
 * @param {string} type
 * @param {object} fields
 * @returns {TimedEvent}
 */
function now(type, fields) {
  return { event: { type, ...fields }, delayMs: 0 };
}
