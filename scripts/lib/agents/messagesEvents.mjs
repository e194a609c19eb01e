// @ts-check

/** @typedef {import('./standInServer.mjs').TimedEvent} TimedEvent */

const USAGE = Object.freeze({
  input_tokens: 10,
  output_tokens: 10,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
});

/**
 * A complete answer in the format of the Messages API.
 * @param {Exclude<import('./standInAnswer.mjs').Answer, {kind: 'failure'}>} answer
 * @param {number} number makes its ids unique
 * @param {string} model
 */
export function buildMessage(answer, number, model) {
  return {
    id: `msg_${number}`,
    type: 'message',
    role: 'assistant',
    model,
    content: blocksOf(answer, number),
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
    ...message.content.flatMap((block, index) => [
      now('content_block_start', { index, content_block: emptyBlock(block) }),
      ...deltas(block, index, answer.wordDelayMs ?? 0),
      now('content_block_stop', { index }),
    ]),
    now('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: USAGE }),
    now('message_stop', {}),
  ];
}

/**
 * @typedef {{type: 'text', text: string}
 *   | {type: 'tool_use', id: string, name: string, input: Readonly<Record<string, unknown>>}} Block
 */

/**
 * @param {Parameters<typeof buildMessage>[0]} answer
 * @param {number} number
 * @returns {readonly Block[]}
 */
function blocksOf(answer, number) {
  if (answer.kind === 'text') {
    return [{ type: 'text', text: answer.text }];
  }
  const { name, input, textBefore } = answer;
  /** @type {readonly Block[]} */
  const before = textBefore === '' ? [] : [{ type: 'text', text: textBefore }];
  return [...before, { type: 'tool_use', id: `toolu_${number}`, name, input }];
}

/** @param {Block} block */
function emptyBlock(block) {
  return block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} };
}

/**
 * @param {Block} block
 * @param {number} index
 * @param {number} delayMs before each word
 * @returns {readonly TimedEvent[]}
 */
function deltas(block, index, delayMs) {
  const delta = (/** @type {object} */ value, waitMs = 0) => ({
    event: { type: 'content_block_delta', index, delta: value },
    delayMs: waitMs,
  });
  return block.type === 'tool_use'
    ? [delta({ type: 'input_json_delta', partial_json: JSON.stringify(block.input) })]
    : block.text.split(/(?<= )/).map((word) => delta({ type: 'text_delta', text: word }, delayMs));
}

/**
 * @param {string} type
 * @param {object} fields
 * @returns {TimedEvent}
 */
function now(type, fields) {
  return { event: { type, ...fields }, delayMs: 0 };
}
