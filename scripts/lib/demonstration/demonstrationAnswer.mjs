// @ts-check
import {
  chooseAnswer,
  endsWithToolResult,
  isAside,
  ownBlocks,
  readPrompts,
} from '../agents/messagesAnswer.mjs';
import { answerText } from '../agents/standInAnswer.mjs';
import {
  SAMPLE_FILE,
  addFunction,
  answerComments,
  isOnSample,
  readComments,
} from './sampleEdits.mjs';

/** @typedef {import('../agents/messagesAnswer.mjs').MessagesRequest} MessagesRequest */
/** @typedef {import('../agents/standInAnswer.mjs').Answer} Answer */
/** @typedef {{type: string, id?: string, name?: string, input?: {new_string?: string}, tool_use_id?: string, is_error?: boolean, content?: string | readonly {text?: string}[]}} ToolBlock */
/** @typedef {{name: string, input: {new_string?: string}, text: string, isError: boolean}} ToolResult */

/** The wait before a word, so that a person sees the agent work. */
const WORD_MS = 40;

/** A line of a file as Claude Code's Read returns it, after its number. */
const NUMBERED = /^ *\d+(?:→|\t)(.*)$/gm;

/** What Claude Code puts around pasted text. */
const PASTED = /<\/?pasted_content[^>]*>/g;

/** What it adds after a denial. */
const INTERRUPTED = '[Request interrupted';

/** The error of Edit if the file was changed after Read. */
const IS_OUTDATED = /since (?:it was last )?read|not found/;

/**
 * The model of the demonstration, for Claude Code: the first prompt makes it change the sample's file, which needs
 * permission, and a prompt of Send Review makes it answer the comments in that file.
 * @param {MessagesRequest} request
 * @returns {Answer}
 */
export function answerDemonstration(request) {
  if (isAside(request)) {
    return chooseAnswer(request);
  }
  const prompts = readPrompts(request).filter((text) => !text.startsWith(INTERRUPTED));
  const prompt = (prompts.at(-1) ?? '').replace(PASTED, '').trim();
  const comments = readComments(prompt);
  const results = readResults(request);
  const last = results.at(-1);
  if (last !== undefined && endsWithToolResult(request)) {
    return continueTurn(last, comments, results);
  }
  if (comments.length > 0) {
    return read(`I read ${SAMPLE_FILE} again for your comments.`);
  }
  if (results.some(isEdited)) {
    const text = `This model is a stand-in, which changes ${SAMPLE_FILE} again only for review comments.`;
    return say(`You wrote: ${prompt.slice(0, 200)}\n\n${text}`);
  }
  return read(last?.isError ? 'I try again.' : `I read ${SAMPLE_FILE} first.`);
}

/**
 * @param {ToolResult} last
 * @param {readonly import('./sampleEdits.mjs').ReviewComment[]} comments
 * @param {readonly ToolResult[]} results
 * @returns {Answer}
 */
function continueTurn(last, comments, results) {
  if (last.isError) {
    return last.name === 'Edit' && IS_OUTDATED.test(last.text)
      ? read(`${SAMPLE_FILE} has changed meanwhile, so I read it again.`)
      : say(explainError(last));
  }
  if (last.name !== 'Edit') {
    const text = findContent(results);
    return comments.length > 0
      ? edit('I answer your comments.', text, answerComments(text, comments))
      : edit('I add a function that greets several people.', text, addFunction(text));
  }
  if (comments.length === 0) {
    const done = `${SAMPLE_FILE} has a new function that greets everyone in a list.`;
    return say(
      `${done} It does not check for an empty list: comment on a line of the diff if it should.`,
    );
  }
  return say(comments.map(reportOn).join('\n'));
}

/** @param {ToolResult} result */
function explainError({ name, text }) {
  return name === 'Edit'
    ? `That is fine: ${SAMPLE_FILE} stays as it is. Send another prompt if you want the change after all.`
    : `This model is a stand-in and changes only ${SAMPLE_FILE}, which it cannot read here: ${text.slice(0, 200)}`;
}

/** @param {import('./sampleEdits.mjs').ReviewComment} comment */
function reportOn(comment) {
  return `${comment.title}: ${isOnSample(comment) ? `done, see "${comment.text}"` : `I change only ${SAMPLE_FILE}`}.`;
}

/**
 * The text of the file as it was last read or edited: a Read of an unchanged file returns no text.
 * @param {readonly ToolResult[]} results
 */
function findContent(results) {
  const texts = results.map(({ input, text, ...result }) =>
    isEdited(result) ? input.new_string : readNumbered(text),
  );
  return texts.findLast((text) => text !== undefined) ?? '';
}

/** @param {string} text */
function readNumbered(text) {
  const lines = [...text.matchAll(NUMBERED)].map(([, line]) => line);
  return lines.length > 0 ? lines.join('\n') : undefined;
}

/** @param {Pick<ToolResult, 'name' | 'isError'>} result */
function isEdited({ name, isError }) {
  return name === 'Edit' && !isError;
}

/**
 * The results of tools in the conversation, oldest first.
 * @param {MessagesRequest} request
 * @returns {readonly ToolResult[]}
 */
function readResults({ messages = [] }) {
  const blocks = messages.flatMap(
    (message) => /** @type {readonly ToolBlock[]} */ (ownBlocks(message)),
  );
  const calls = new Map(blocks.map((block) => [block.id, block]));
  return blocks
    .filter(({ type }) => type === 'tool_result')
    .map(({ tool_use_id, is_error = false, content = '' }) => {
      const { name = '', input = {} } = calls.get(tool_use_id) ?? {};
      const text =
        typeof content === 'string' ? content : content.map((one) => one.text ?? '').join('\n');
      return { name, input, text, isError: is_error };
    });
}

/** @param {string} text */
function say(text) {
  return answerText(text, WORD_MS);
}

/** @param {string} textBefore */
function read(textBefore) {
  return call(textBefore, 'Read', {});
}

/**
 * Replaces all of the file, since any part may occur in it twice.
 * @param {string} textBefore
 * @param {string} old
 * @param {string} changed
 */
function edit(textBefore, old, changed) {
  return call(textBefore, 'Edit', { old_string: old.trimEnd(), new_string: changed.trimEnd() });
}

/**
 * @param {string} textBefore
 * @param {string} name
 * @param {Readonly<Record<string, string>>} input
 * @returns {Answer}
 */
function call(textBefore, name, input) {
  const withFile = { file_path: SAMPLE_FILE, ...input };
  return { kind: 'tool', name, input: withFile, textBefore, wordDelayMs: WORD_MS };
}
