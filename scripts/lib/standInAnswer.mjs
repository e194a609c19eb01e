// @ts-check

/**
 * What a stand-in says to a request.
 * @typedef {{kind: 'text', text: string, wordDelayMs: number}
 *   | {kind: 'tool', name: string, input: Readonly<Record<string, unknown>>}
 *   | {kind: 'failure', status: number, message: string}} Answer
 */

/** @typedef {{name: string, input: Readonly<Record<string, unknown>>}} ToolCall */

/** What the command that `[bash]` asks for does. */
export const COMMAND = 'echo stand-in-was-here';

const QUICK_MS = 5;
const SLOW_MS = 400;

/**
 * The answer to a prompt. Words in it choose something else than a plain answer:
 * `[slow]` a word at a time, long enough to be interrupted; `[bash]` asks to run a command;
 * `[fail 529]` an HTTP error of that number.
 * @param {string} prompt
 * @param {ToolCall | undefined} runCommand how the program is asked to run {@link COMMAND}, if it can
 * @returns {Answer}
 */
export function answerPrompt(prompt, runCommand) {
  const failure = /\[fail (\d{3})\]/.exec(prompt);
  if (failure !== null) {
    const message = 'The stand-in was asked to fail.';
    return { kind: 'failure', status: Number(failure[1]), message };
  }
  if (prompt.includes('[bash]') && runCommand) {
    return { kind: 'tool', ...runCommand };
  }
  const answer = `Stand-in answer to: ${prompt.slice(0, 200)}`;
  return prompt.includes('[slow]')
    ? answerText(`${answer} ${'and so on '.repeat(50)}`, SLOW_MS)
    : answerText(answer);
}

/** @returns {Answer} to what the command of {@link answerPrompt} gave */
export function answerToolResult() {
  return answerText('Stand-in answer: the command has run.');
}

/**
 * @param {string} text
 * @returns {Answer}
 */
export function answerText(text, wordDelayMs = QUICK_MS) {
  return { kind: 'text', text, wordDelayMs };
}
