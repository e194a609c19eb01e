// @ts-check
import {
  COMMAND,
  WRITE_COMMAND,
  answerPrompt,
  answerText,
  answerToolResult,
} from './standInAnswer.mjs';

/** @typedef {{type?: string, role?: string, content?: readonly {type: string, text?: string}[]}} Item */
/** @typedef {{tools?: readonly {name?: string}[], input?: readonly Item[]}} ResponsesRequest */

/** What the program says in the person's name begins so. */
const ADDED = /^\s*(<[a-z_]+>|# AGENTS\.md)/;

/** What is to leave the sandbox, the person is asked for first. */
const ESCALATED = { sandbox_permissions: 'require_escalated', justification: 'May it be written?' };

/** @satisfies {import('./standInAnswer.mjs').ToolCalls} */
const CALLS = {
  '[bash]': { name: 'exec_command', input: { cmd: COMMAND } },
  '[write]': { name: 'exec_command', input: { cmd: WRITE_COMMAND, ...ESCALATED } },
};

/**
 * What the stand-in says, decided from the request alone; words in the prompt choose
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
  const canRun = (request.tools ?? []).some(({ name }) => name === 'exec_command');
  return answerPrompt(readPrompts(request).at(-1) ?? '', canRun ? CALLS : {});
}

/**
 * Whether the program asks for itself, and not for the conversation: for a title, say.
 * @param {ResponsesRequest} request
 */
export function isAside({ tools = [] }) {
  return tools.length === 0;
}

/**
 * All that the person has said in the conversation; what the program adds by itself is left out.
 * @param {ResponsesRequest} request
 * @returns {readonly string[]}
 */
export function readPrompts({ input = [] }) {
  return input
    .filter(({ role }) => role === 'user')
    .flatMap(({ content = [] }) => content.map(({ text }) => text?.trim() ?? ''))
    .filter((text) => text !== '' && !ADDED.test(text));
}
