// @ts-check
import {
  BACKGROUND_COMMAND,
  COMMAND,
  WRITE_COMMAND,
  answerPrompt,
  answerText,
  answerToolResult,
} from './standInAnswer.mjs';

/** @typedef {{type?: string, role?: string, content?: readonly {type: string, text?: string}[]}} Item */
/** @typedef {{tools?: readonly {name?: string}[], input?: readonly Item[]}} ResponsesRequest */

/** The beginning of messages that the program sends in the person's name. */
const ADDED = /^\s*(<[a-z_]+>|# AGENTS\.md)/;

/** The program asks the person before a command that leaves the sandbox. */
const ESCALATED = { sandbox_permissions: 'require_escalated', justification: 'May it be written?' };

const COLOURS = {
  id: 'colour',
  header: 'Colour',
  question: 'Which colour?',
  options: [
    { label: 'Red', description: 'a warm one' },
    { label: 'Blue', description: 'a cold one' },
  ],
};

/** @satisfies {import('./standInAnswer.mjs').ToolCalls} */
const CALLS = {
  '[bash]': { name: 'exec_command', input: { cmd: COMMAND } },
  '[write]': { name: 'exec_command', input: { cmd: WRITE_COMMAND, ...ESCALATED } },
  '[background]': { name: 'exec_command', input: { cmd: BACKGROUND_COMMAND, yield_time_ms: 1000 } },
  '[ask]': { name: 'request_user_input', input: { questions: [COLOURS] } },
};

/**
 * The answer of the stand-in, which depends only on the request; words in the prompt select it
 * (`standInAnswer.mjs`).
 * @param {ResponsesRequest} request
 * @returns {import('./standInAnswer.mjs').Answer}
 */
export function chooseAnswer(request) {
  if (isAside(request)) {
    return answerText('A stand-in title');
  }
  if (request.input?.at(-1)?.type === 'function_call_output') {
    return answerToolResult();
  }
  const tools = new Set((request.tools ?? []).map(({ name }) => name));
  const known = Object.entries(CALLS).filter(([, { name }]) => tools.has(name));
  return answerPrompt(readPrompts(request).at(-1) ?? '', Object.fromEntries(known));
}

/**
 * Whether the program makes the request for its own purposes, for example for a title.
 * @param {ResponsesRequest} request
 */
export function isAside({ tools = [] }) {
  return tools.length === 0;
}

/**
 * The prompts of the person in the conversation, without what the program adds.
 * @param {ResponsesRequest} request
 * @returns {readonly string[]}
 */
export function readPrompts({ input = [] }) {
  return input
    .filter(({ role }) => role === 'user')
    .flatMap(({ content = [] }) => content.map(({ text }) => text?.trim() ?? ''))
    .filter((text) => text !== '' && !ADDED.test(text));
}
