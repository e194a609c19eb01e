// @ts-check

/**
 * What the stand-in says to a request, decided from the request alone.
 * @typedef {{kind: 'text', text: string, wordDelayMs: number}
 *   | {kind: 'tool', name: string, input: Readonly<Record<string, unknown>>}
 *   | {kind: 'failure', status: number, message: string}} Answer
 */

/** @typedef {{type: string, text?: string}} Block */
/** @typedef {{role: string, content: string | readonly Block[]}} Message */
/** @typedef {{tools?: readonly {name: string}[], messages?: readonly Message[]}} MessagesRequest */

const QUICK_MS = 5;
const SLOW_MS = 400;

/**
 * Words in a prompt that choose something else than a plain answer:
 * `[slow]` a word at a time, long enough to be interrupted; `[bash]` asks to run a command and
 * finishes once it ran; `[fail 529]` an HTTP error of that number.
 * @param {MessagesRequest} request
 * @returns {Answer}
 */
export function chooseAnswer(request) {
  const messages = request.messages ?? [];
  const tools = new Set((request.tools ?? []).map((tool) => tool.name));
  if (tools.size === 0) {
    return text('{"title": "A stand-in title"}');
  }
  if (endsWithToolResult(messages)) {
    return text('Stand-in answer: the command has run.');
  }
  const prompt = lastPrompt(messages);
  const failure = /\[fail (\d{3})\]/.exec(prompt);
  if (failure !== null) {
    return {
      kind: 'failure',
      status: Number(failure[1]),
      message: 'The stand-in was asked to fail.',
    };
  }
  if (prompt.includes('[bash]') && tools.has('Bash')) {
    const input = { command: 'echo stand-in-was-here', description: 'Say something' };
    return { kind: 'tool', name: 'Bash', input };
  }
  const answer = `Stand-in answer to: ${prompt.slice(0, 200)}`;
  return prompt.includes('[slow]')
    ? text(`${answer} ${'and so on '.repeat(50)}`, SLOW_MS)
    : text(answer);
}

/**
 * @param {string} content
 * @returns {Answer}
 */
function text(content, wordDelayMs = QUICK_MS) {
  return { kind: 'text', text: content, wordDelayMs };
}

/**
 * The last thing that the person said; what the program adds by itself is left out.
 * @param {readonly Message[]} messages
 */
function lastPrompt(messages) {
  const said = messages
    .filter((message) => message.role === 'user')
    .flatMap((message) => ownBlocks(message))
    .filter((block) => block.type === 'text');
  return said.at(-1)?.text?.trim() ?? '';
}

/** @param {readonly Message[]} messages */
function endsWithToolResult(messages) {
  const last = messages.at(-1);
  return last !== undefined && ownBlocks(last).at(-1)?.type === 'tool_result';
}

/**
 * @param {Message} message
 * @returns {readonly Block[]}
 */
function ownBlocks(message) {
  const blocks =
    typeof message.content === 'string'
      ? [{ type: 'text', text: message.content }]
      : message.content;
  return blocks.filter((block) => !(block.text ?? '').trimStart().startsWith('<system-reminder>'));
}
