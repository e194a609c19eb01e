// @ts-check
import { BACKGROUND_COMMAND, COMMAND, WRITE_COMMAND, WRITTEN_FILE } from './standInAnswer.mjs';

/** @typedef {{type?: string | readonly string[], enum?: readonly unknown[], items?: Schema, properties?: Readonly<Record<string, Schema>>, required?: readonly string[]}} Schema */
/** @typedef {{name: string, schema?: Schema | undefined}} Tool a tool that a program offers to its model */

/** Names of the tools that run a command. */
const SHELL =
  /^(?:bash|shell(?:_command)?|run_shell_command|run_terminal_(?:command|cmd)|execute_command|run_commands?|execute)$/i;

/** Names of the tools that create a file, change one, and end the mode in which an agent plans. */
const CREATE = /^(?:write|write_file|create_file)$/i;
const EDIT = /^(?:edit|edit_file)$/i;
const PLANNED = /^exit_?plan_?mode$/i;

/** Names of the tools that ask the person. */
const ASK = /^(?:question|ask_?user(?:_?question)?|ask_?(?:followup_)?question)$/i;

const QUESTION = 'Which colour?';
const OPTIONS = Object.freeze([
  { label: 'Red', description: 'a warm one' },
  { label: 'Blue', description: 'a cold one' },
]);

const FILE_TEXT = 'The stand-in was here.\n';
const PLAN = '# Plan\n\n1. Do it.\n2. Test it.\n';

/** Inputs that leave a command in the background, of the tools of several programs. */
const BACKGROUND = Object.freeze({
  run_in_background: true,
  is_background: true,
  background: true,
  mode: 'async',
});

/** The question as a text with marked lines. */
const QUESTIONNAIRE = [
  `1. [question] ${QUESTION}`,
  '[topic] Colour',
  ...OPTIONS.map(({ label }) => `[option] ${label}`),
].join('\n');

/** The question as a form, in the words of MCP's elicitation. */
const FORM = Object.freeze({
  type: 'object',
  properties: { colour: { type: 'string', title: 'Colour', enum: ['Red', 'Blue'] } },
  required: ['colour'],
});

/**
 * The calls of a program's tools for words in a prompt, by the names and schemas of its tools.
 * @param {readonly Tool[]} tools
 * @returns {import('./standInAnswer.mjs').ToolCalls}
 */
export function findToolCalls(tools) {
  const shell = tools.find(({ name }) => SHELL.test(name));
  const ask = tools.find(({ name }) => ASK.test(name));
  const create = tools.find(({ name }) => CREATE.test(name));
  const edit = tools.find(({ name }) => EDIT.test(name));
  const planned = tools.find(({ name }) => PLANNED.test(name));
  return {
    ...(shell && {
      '[bash]': callShell(shell, COMMAND),
      '[write]': callShell(shell, WRITE_COMMAND),
      '[background]': callInBackground(shell),
    }),
    ...(ask && { '[ask]': callAsk(ask) }),
    ...(create && { '[create]': callFile(create, { content: FILE_TEXT }, WRITTEN_FILE) }),
    ...(edit && { '[edit]': callFile(edit, { old_string: '# App', new_string: '# Other' }) }),
    ...(planned && { '[planned]': { name: planned.name, input: { plan: PLAN } } }),
  };
}

/**
 * @param {Tool} tool
 * @param {Readonly<Record<string, string>>} input
 * @param {string} path
 */
function callFile({ name, schema }, input, path = 'README.md') {
  return { name, input: complete({ file_path: path, ...input }, schema) };
}

/**
 * @param {Tool} tool
 * @param {string} command
 */
function callShell({ name, schema }, command) {
  const { properties = {} } = schema ?? {};
  const input = properties['commands']
    ? { commands: [command] }
    : { [properties['cmd'] ? 'cmd' : 'command']: command };
  return { name, input: complete(input, schema) };
}

/** @param {Tool} tool */
function callInBackground(tool) {
  const { name, input } = callShell(tool, BACKGROUND_COMMAND);
  const known = tool.schema?.properties ?? {};
  const wishes = Object.entries(BACKGROUND).filter(([key]) => known[key]);
  return { name, input: { ...input, ...Object.fromEntries(wishes) } };
}

/** @param {Tool} tool */
function callAsk({ name, schema }) {
  const { properties = {} } = schema ?? {};
  const { questions, choices, requestedSchema } = properties;
  if (requestedSchema) {
    return { name, input: complete({ message: QUESTION, requestedSchema: FORM }, schema) };
  }
  if (properties['questionnaire']) {
    return { name, input: complete({ questionnaire: QUESTIONNAIRE }, schema) };
  }
  if (questions) {
    const one = { question: QUESTION, header: 'Colour', options: OPTIONS };
    return { name, input: complete({ questions: [complete(one, questions.items)] }, schema) };
  }
  const takesObjects = properties['options']?.items?.type === 'object';
  const options = takesObjects ? OPTIONS : OPTIONS.map(({ label }) => label);
  const input = { question: QUESTION, [choices ? 'choices' : 'options']: options };
  return { name, input: complete(input, schema) };
}

/**
 * The input with values for what else the schema requires.
 * @param {Readonly<Record<string, unknown>>} input
 * @param {Schema | undefined} schema
 * @returns {Readonly<Record<string, unknown>>}
 */
function complete(input, { properties = {}, required = [] } = {}) {
  const missing = required.filter((name) => !(name in input));
  return {
    ...input,
    ...Object.fromEntries(missing.map((name) => [name, anyOf(properties[name])])),
  };
}

/** @param {Schema | undefined} schema */
function anyOf({ type, enum: values } = {}) {
  const [first = type] = Array.isArray(type) ? type : [];
  switch (String(first).toLowerCase()) {
    case 'boolean':
      return false;
    case 'number':
    case 'integer':
      return 1000;
    case 'array':
      return [];
    default:
      return values?.[0] ?? 'Say something';
  }
}
