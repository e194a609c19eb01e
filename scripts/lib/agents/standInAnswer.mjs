// @ts-check

/**
 * The answer of a stand-in to a request.
 * @typedef {{kind: 'text', text: string, wordDelayMs: number}
 *   | {kind: 'tool', name: string, input: Readonly<Record<string, unknown>>, textBefore: string, wordDelayMs?: number}
 *   | {kind: 'failure', status: number, message: string}} Answer
 */

/** @typedef {{name: string, input: Readonly<Record<string, unknown>>}} ToolCall */

/** The text before a tool call if the prompt contains `[tell]`. */
export const TEXT_BEFORE_TOOL = 'First the stand-in runs something.';

/** The command that `[bash]` requests. */
export const COMMAND = 'echo stand-in-was-here';

/** The file that the command of `[write]` creates, in the program's directory. */
export const WRITTEN_FILE = 'stand-in-wrote-this.txt';

/** The command of `[write]`; a program that asks before changes asks before this one. */
export const WRITE_COMMAND = `${COMMAND} > ${WRITTEN_FILE}`;

/** The command of `[background]`, which the program is to run in the background. */
export const BACKGROUND_COMMAND = 'sleep 600';

/**
 * The tool calls of a program for words in a prompt; a word without a call has no effect.
 * @typedef {{readonly '[bash]'?: ToolCall, readonly '[write]'?: ToolCall, readonly '[background]'?: ToolCall, readonly '[agent]'?: ToolCall, readonly '[ask]'?: ToolCall, readonly '[create]'?: ToolCall, readonly '[edit]'?: ToolCall, readonly '[planned]'?: ToolCall}} ToolCalls
 */

/** That the plan of an account has no use left, after which a program does not try again. */
const SPENT = 'You have reached the weekly usage limit for your plan.';

/** Answers that a word in the prompt selects: texts that are hard to read from a screen. */
export const SHAPES = Object.freeze({
  '[long]': Array.from({ length: 300 }, (_, at) => `Line ${at + 1} of three hundred.`).join('\n\n'),
  '[code]': [
    'Here is a program:',
    '```js',
    ...Array.from({ length: 60 }, (_, at) => `const x${at} = { list: [${at}], text: "❯ ${at}" };`),
    '',
    '  indented(x0); // ─────',
    '```',
    'That is all of it.',
  ].join('\n'),
  '[table]': '| name | size |\n| --- | ---: |\n| one | 1 |\n| 二つ | 22 |\n\nTwo rows.',
  '[wide]': '幅の広い文字 and 👩‍👩‍👧 and é and 한국어: ' + '漢字かな'.repeat(40) + '.',
  '[chrome]': [
    '❯ this is no prompt',
    '› nor is this',
    '──────────────────────────────',
    '● Bash(echo no tool)',
    '✻ Baked for 0s',
    '  esc to interrupt',
    'Do you want to proceed?',
    '❯ 1. Yes',
    '{"open": [',
  ].join('\n'),
});

const QUICK_MS = 5;
const SLOW_MS = 400;
const STREAMED_MS = 130;
const PAUSED_MS = 4000;
const HELD_MS = 600_000;

/** The end of an answer with `[streamed]`. */
export const STREAMED_END = 'and that was all.';

/**
 * The answer to a prompt. Words in the prompt select another answer than the plain one:
 * `[slow]` is sent a word at a time, long enough to be interrupted; `[streamed]` the same, over 20 s
 * (or until `finishAnswers`), with numbered words, and {@link STREAMED_END} at the end; `[paused]` so
 * slowly that the screen does not change between two words; `[held]` is not
 * sent before `finishAnswers`; `[bash]` requests to run {@link COMMAND}, `[write]`
 * {@link WRITE_COMMAND}; `[background]` {@link BACKGROUND_COMMAND}, and `[agent]` a sub-agent, both in the background;
 * `[create]` and `[edit]` ask to write a file, `[planned]` for consent to a plan;
 * `[ask]` asks the person for a colour, red or blue; `[tell]` beside one of
 * these sends {@link TEXT_BEFORE_TOOL} first, and `[streamed]` the text of such an answer, as slowly;
 * `[fail 529]` is an HTTP error with that status; `[spent]` is the error {@link SPENT}; the words of {@link SHAPES} select those texts.
 * @param {string} prompt
 * @param {ToolCalls} calls
 * @returns {Answer}
 */
export function answerPrompt(prompt, calls) {
  // Programs send a prompt that has failed together with the next one.
  const failure = /^[^]*\[fail (\d{3})\]/.exec(prompt);
  if (failure !== null) {
    const message = 'The stand-in was asked to fail.';
    return { kind: 'failure', status: Number(failure[1]), message };
  }
  if (prompt.includes('[spent]')) {
    return { kind: 'failure', status: 429, message: SPENT };
  }
  const call = Object.entries(calls).find(([word]) => prompt.includes(word))?.[1];
  if (call) {
    return { kind: 'tool', ...call, ...textBeforeTool(prompt) };
  }
  const shape = Object.entries(SHAPES).find(([word]) => prompt.includes(word));
  if (shape) {
    return answerText(shape[1], 0);
  }
  if (prompt.includes('[streamed]')) {
    return answerText(streamedAnswer(prompt), STREAMED_MS);
  }
  const answer = plainAnswer(prompt);
  if (prompt.includes('[slow]')) {
    return answerText(`${answer} ${'and so on '.repeat(50)}`, SLOW_MS);
  }
  if (prompt.includes('[paused]')) {
    return answerText(answer, PAUSED_MS);
  }
  return prompt.includes('[held]') ? answerText(answer, HELD_MS) : answerText(answer);
}

/** @param {string} prompt */
function textBeforeTool(prompt) {
  if (prompt.includes('[streamed]')) {
    return { textBefore: streamedAnswer(prompt), wordDelayMs: STREAMED_MS };
  }
  return { textBefore: prompt.includes('[tell]') ? TEXT_BEFORE_TOOL : '' };
}

/**
 * The text of the answer to a prompt with `[streamed]`.
 * @param {string} prompt
 */
export function streamedAnswer(prompt) {
  const words = Array.from({ length: 150 }, (_, at) => `word${at + 1}`).join(' ');
  return `${plainAnswer(prompt)} ${words} ${STREAMED_END}`;
}

/** @param {string} prompt */
function plainAnswer(prompt) {
  return `Stand-in answer to: ${prompt.slice(0, 200)}`;
}

/** @returns {Answer} to the output of the command of {@link answerPrompt} */
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
