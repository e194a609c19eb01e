// @ts-check
import { toPromptText } from './promptText.mjs';
import { answerPrompt, answerText, answerToolResult } from './standInAnswer.mjs';
import { findToolCalls } from './toolCalls.mjs';

/** @typedef {{text?: string, functionResponse?: unknown}} Part */
/** @typedef {{name: string, parameters?: import('./toolCalls.mjs').Schema, parametersJsonSchema?: import('./toolCalls.mjs').Schema}} Declaration */
/**
 * @typedef {object} GeminiRequest
 * @property {readonly {role?: string, parts?: readonly Part[]}[]} [contents]
 * @property {readonly {functionDeclarations?: readonly Declaration[]}[]} [tools]
 * @property {{responseMimeType?: string}} [generationConfig]
 */

/** What the program asks its model about the conversation: who speaks next, and which model suits. */
const DECISION = JSON.stringify({
  reasoning: 'stand-in',
  next_speaker: 'user',
  model_choice: 'flash',
  complexity_reasoning: 'stand-in',
  complexity_score: 1,
});

/**
 * The answer of the stand-in, which depends only on the request; words in the prompt select it
 * (`standInAnswer.mjs`).
 * @param {GeminiRequest} request
 * @returns {import('./standInAnswer.mjs').Answer}
 */
export function chooseAnswer(request) {
  const { contents = [], tools = [], generationConfig } = request;
  if (generationConfig?.responseMimeType?.includes('json')) {
    return answerText(DECISION);
  }
  if (isAside(request)) {
    return answerText('A stand-in title');
  }
  if ((contents.at(-1)?.parts ?? []).some(({ functionResponse }) => functionResponse)) {
    return answerToolResult();
  }
  const known = tools.flatMap(({ functionDeclarations = [] }) =>
    functionDeclarations.map(({ name, parameters, parametersJsonSchema }) => ({
      name,
      schema: parametersJsonSchema ?? parameters,
    })),
  );
  return answerPrompt(readPrompts(request).at(-1) ?? '', findToolCalls(known));
}

/**
 * Whether the program makes the request for its own purposes, for example for a title.
 * @param {GeminiRequest} request
 */
export function isAside({ tools = [], generationConfig }) {
  return tools.length === 0 || generationConfig?.responseMimeType !== undefined;
}

/**
 * The prompts of the person in the conversation.
 * @param {GeminiRequest} request
 * @returns {readonly string[]}
 */
export function readPrompts({ contents = [] }) {
  return contents
    .filter(({ role }) => role === 'user')
    .map(({ parts = [] }) => toPromptText(parts.map(({ text = '' }) => text).join('\n')))
    .filter((text) => text !== '');
}
