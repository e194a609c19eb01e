// @ts-check
import {
  BACKGROUND_COMMAND,
  COMMAND,
  WRITE_COMMAND,
  answerPrompt,
  answerText,
  answerToolResult,
} from './standInAnswer.mjs';

/** @typedef {{type: string, text?: string}} Block */
/** @typedef {{role: string, content: string | readonly Block[]}} Message */
/** @typedef {{tools?: readonly {name: string}[], messages?: readonly Message[]}} MessagesRequest */

const COLOURS = {
  question: 'Which colour?',
  header: 'Colour',
  multiSelect: false,
  options: [
    { label: 'Red', description: 'a warm one' },
    { label: 'Blue', description: 'a cold one' },
  ],
};

/** Programs name their tools differently; calls of tools that the program lacks are omitted. */
const CALLS = Object.freeze([
  ...['Bash', 'bash'].flatMap((name) => [
    { word: '[bash]', name, input: { command: COMMAND, description: 'Say something' } },
    { word: '[write]', name, input: { command: WRITE_COMMAND, description: 'Write something' } },
  ]),
  {
    word: '[background]',
    name: 'Bash',
    input: { command: BACKGROUND_COMMAND, description: 'Wait', run_in_background: true },
  },
  {
    word: '[agent]',
    name: 'Agent',
    input: { description: 'Look around', prompt: 'Look [held]', run_in_background: true },
  },
  { word: '[ask]', name: 'AskUserQuestion', input: { questions: [COLOURS] } },
]);

/**
 * The answer of the stand-in, which depends only on the request; words in the prompt select it
 * (`standInAnswer.mjs`).
 * @param {MessagesRequest} request
 * @returns {import('./standInAnswer.mjs').Answer}
 */
export function chooseAnswer(request) {
  const tools = new Set((request.tools ?? []).map((tool) => tool.name));
  if (isAside(request)) {
    return answerText('{"title": "A stand-in title"}');
  }
  if (endsWithToolResult(request)) {
    return answerToolResult();
  }
  const known = CALLS.filter(({ name }) => tools.has(name));
  const calls = Object.fromEntries(known.map(({ word, ...call }) => [word, call]));
  return answerPrompt(readPrompts(request).at(-1) ?? '', calls);
}

/**
 * Whether the program makes the request for its own purposes, for example for a title.
 * @param {MessagesRequest} request
 */
export function isAside({ tools = [] }) {
  return tools.length === 0;
}

/**
 * The prompts of the person in the conversation, without what the program adds.
 * @param {MessagesRequest} request
 * @returns {readonly string[]}
 */
export function readPrompts({ messages = [] }) {
  return messages
    .filter((message) => message.role === 'user')
    .flatMap((message) => ownBlocks(message))
    .filter((block) => block.type === 'text')
    .map(({ text = '' }) => text.trim());
}

/**
 * Whether the last thing that a request has for the model is the result of a tool.
 * @param {MessagesRequest} request
 */
export function endsWithToolResult({ messages = [] }) {
  // Claude Code adds what it has to tell the model at the end.
  const last = messages.findLast(({ role }) => role !== 'system');
  return last !== undefined && ownBlocks(last).at(-1)?.type === 'tool_result';
}

/**
 * The blocks of a message without those that the program adds.
 * @param {Message} message
 * @returns {readonly Block[]}
 */
export function ownBlocks(message) {
  const blocks =
    typeof message.content === 'string'
      ? [{ type: 'text', text: message.content }]
      : message.content;
  return blocks.filter((block) => !(block.text ?? '').trimStart().startsWith('<system-reminder>'));
}
