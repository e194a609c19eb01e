// @ts-check

/**
 * What a stand-in says to a request.
 * @typedef {{kind: 'text', text: string, wordDelayMs: number}
 *   | {kind: 'tool', name: string, input: Readonly<Record<string, unknown>>, told: string}
 *   | {kind: 'failure', status: number, message: string}} Answer
 */

/** @typedef {{name: string, input: Readonly<Record<string, unknown>>}} ToolCall */

/** What is said before a tool is asked for, where the prompt has `[tell]`. */
export const TOLD = 'First the stand-in runs something.';

/** What the command that `[bash]` asks for does. */
export const COMMAND = 'echo stand-in-was-here';

/** The file that the command of `[write]` makes, in the program's directory. */
export const WRITTEN_FILE = 'stand-in-wrote-this.txt';

/** What that command is; a program that asks before it changes anything asks before this one. */
export const WRITE_COMMAND = `${COMMAND} > ${WRITTEN_FILE}`;

/**
 * How a program is asked to do what a word in a prompt says; a word that is left out says nothing.
 * @typedef {{readonly '[bash]'?: ToolCall, readonly '[write]'?: ToolCall, readonly '[ask]'?: ToolCall}} ToolCalls
 */

/** Answers that a word in the prompt chooses, for what is hard to read off a screen. */
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
const STEADY_MS = 40;
const SLOW_MS = 400;
const STREAMED_MS = 130;

/** What an answer with `[streamed]` ends with. */
export const STREAMED_END = 'and that was all.';

/**
 * The answer to a prompt. Words in it choose something else than a plain answer:
 * `[steady]` slowly enough to be seen growing; `[slow]` a word at a time, long enough to be
 * interrupted; `[streamed]` the same, over 20 s (or until `finishAnswers`), with numbered words, and
 * {@link STREAMED_END} at the end; `[bash]` asks to run {@link COMMAND}, `[write]` {@link WRITE_COMMAND}; `[ask]` has the person
 * asked which colour they want, red or blue;
 * `[tell]` beside one of these has {@link TOLD} said first;
 * `[fail 529]` an HTTP error of that number; the words of {@link SHAPES} those texts.
 * @param {string} prompt
 * @param {ToolCalls} calls
 * @returns {Answer}
 */
export function answerPrompt(prompt, calls) {
  const failure = /\[fail (\d{3})\]/.exec(prompt);
  if (failure !== null) {
    const message = 'The stand-in was asked to fail.';
    return { kind: 'failure', status: Number(failure[1]), message };
  }
  const call = Object.entries(calls).find(([word]) => prompt.includes(word))?.[1];
  if (call) {
    return { kind: 'tool', ...call, told: prompt.includes('[tell]') ? TOLD : '' };
  }
  const shape = Object.entries(SHAPES).find(([word]) => prompt.includes(word));
  if (shape) {
    return answerText(shape[1], 0);
  }
  const answer = `Stand-in answer to: ${prompt.slice(0, 200)}`;
  if (prompt.includes('[streamed]')) {
    const words = Array.from({ length: 150 }, (_, at) => `word${at + 1}`).join(' ');
    return answerText(`${answer} ${words} ${STREAMED_END}`, STREAMED_MS);
  }
  if (prompt.includes('[slow]')) {
    return answerText(`${answer} ${'and so on '.repeat(50)}`, SLOW_MS);
  }
  return answerText(answer, prompt.includes('[steady]') ? STEADY_MS : QUICK_MS);
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
