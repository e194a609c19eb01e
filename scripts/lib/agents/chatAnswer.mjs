// @ts-check
import { toPromptText } from './promptText.mjs';
import { answerPrompt, answerText, answerToolResult } from './standInAnswer.mjs';
import { findToolCalls } from './toolCalls.mjs';

/** @typedef {string | readonly {type?: string, text?: string}[] | null} Content */
/** @typedef {{role: string, content?: Content}} ChatMessage */
/** @typedef {{function?: {name: string, parameters?: import('./toolCalls.mjs').Schema}}} ChatTool */
/** @typedef {{messages?: readonly ChatMessage[], tools?: readonly ChatTool[]}} ChatRequest */

/** A message that a program adds after the prompt, for example with the date. */
const REMINDER = /^\s*<system-reminder>[^]*<\/system-reminder>\s*$/;

/**
 * The answer of the stand-in, which depends only on the request; words in the prompt select it
 * (`standInAnswer.mjs`).
 * @param {ChatRequest} request
 * @returns {import('./standInAnswer.mjs').Answer}
 */
export function chooseAnswer(request) {
  if (isAside(request)) {
    return answerText('A stand-in title');
  }
  const { messages = [], tools = [] } = request;
  if (messages.at(-1)?.role === 'tool') {
    return answerToolResult();
  }
  const known = tools.flatMap(({ function: one }) =>
    one ? [{ name: one.name, schema: one.parameters }] : [],
  );
  return answerPrompt(readPrompts(request).at(-1) ?? '', findToolCalls(known));
}

/**
 * Whether the program makes the request for its own purposes, for example for a title.
 * @param {ChatRequest} request
 */
export function isAside({ tools = [] }) {
  return tools.length === 0;
}

/**
 * The prompts of the person in the conversation.
 * @param {ChatRequest} request
 * @returns {readonly string[]}
 */
export function readPrompts({ messages = [] }) {
  return messages
    .filter(({ role }) => role === 'user')
    .map(({ content }) => textOf(content))
    .filter((text) => !REMINDER.test(text))
    .map(toPromptText)
    .filter((text) => text !== '');
}

/** @param {Content | undefined} content */
function textOf(content) {
  return typeof content === 'string'
    ? content
    : (content ?? []).map(({ text = '' }) => text).join('\n');
}
