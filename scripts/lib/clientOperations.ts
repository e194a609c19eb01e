import { compile } from 'json-schema-to-typescript';
import { format, resolveConfig } from 'prettier';
import * as z from 'zod';
import { subjectField, type Operation } from '../../src/operations/operation';
import { OPERATIONS } from '../../src/operations/operations';
import { CONVERSATION_VIEW } from '../../src/operations/views/conversationView';
import { LAST_ANSWER_VIEW } from '../../src/operations/views/lastAnswerView';
import { DRAFT_VIEW, ROUND_VIEW } from '../../src/operations/views/reviewView';
import { SESSION_VIEW, STARTED_SESSION_VIEW } from '../../src/operations/views/sessionView';

/** What the client and the command line know of the operations. */
export const CLIENT_OPERATIONS = 'src/client/generated/operations.ts';

const HEAD = '// Written by `npm run operations` from src/operations.\n';

const ROUTES_COMMENT =
  '/** Where each operation is, and its fields beside the id of its subject. */';

/** The schemas that have a type of their own. */
type Names = z.core.$ZodRegistry<{ id: string }>;

type Json = Readonly<Record<string, unknown>>;

/** Returns the file with the types and the routes of all operations, for the client and the command line. */
export async function formatClientOperations(): Promise<string> {
  const options = { ...(await resolveConfig(CLIENT_OPERATIONS)), parser: 'typescript' };
  const types = shorten(await format(await compileTypes(), options));
  const routes = Object.fromEntries(OPERATIONS.map((one) => [one.name, describeRoute(one)]));
  return format(
    `${HEAD}\n${types}\n${ROUTES_COMMENT}\nexport const ROUTES = ${JSON.stringify(routes)} as const;\n`,
    options,
  );
}

/** With readonly fields, which may be undefined if they are optional, comments on one line, and without those about the schema. */
function shorten(text: string): string {
  return text
    .replace(/^ \* This interface was referenced by .*\n \* via the `definition` .*\n/gm, '')
    .replace(/^\/\*\*\n \*\/\n/gm, '')
    .replace(/^( *)\/\*\*\n *\* (.*)\n *\*\//gm, '$1/** $2 */')
    .replace(/^( +)((?:\w+|\[k: string\])\??:(?: |$))/gm, '$1readonly $2')
    .replace(/\{\n +readonly \[k: string\]: (\w+);\n +\}/g, 'Readonly<Record<string, $1>>')
    .replace(/: (\w+\[\]|\([^()]*\)\[\])/g, ': readonly $1')
    .replace(/^( +readonly \w+\?: .*);$/gm, '$1 | undefined;');
}

async function compileTypes(): Promise<string> {
  const names: Names = z.registry();
  names.add(SESSION_VIEW, { id: 'SessionDescription' });
  names.add(STARTED_SESSION_VIEW, { id: 'StartedDescription' });
  names.add(CONVERSATION_VIEW, { id: 'ConversationInfo' });
  names.add(LAST_ANSWER_VIEW, { id: 'LastAnswer' });
  names.add(DRAFT_VIEW, { id: 'ReviewDraft' });
  names.add(ROUND_VIEW, { id: 'ReviewRound' });
  for (const { name, output } of OPERATIONS) {
    const id = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    if (output instanceof z.ZodObject && !names.has(output)) {
      names.add(output, { id: `${id}Output` });
      Object.values(output.shape).forEach((field) => nameElement(names, field, `${id}Item`));
    }
  }
  const uri = (id: string): string => `#/definitions/${id}`;
  const { schemas: definitions } = z.toJSONSchema(names, {
    io: 'output',
    uri,
    unrepresentable: 'any',
  });
  const properties = Object.fromEntries(
    OPERATIONS.map(({ name, summary, input, output }) => [
      name,
      strict({ input: inputOf(input), output: outputOf(names, output) }, summary),
    ]),
  );
  const root = { ...strict(properties, 'What each operation takes and returns.'), definitions };
  return compile(clean(root) as object, 'Operations', {
    bannerComment: '',
    format: false,
    ignoreMinAndMaxItems: true,
    unreachableDefinitions: true,
  });
}

/** Names the objects of a list, so that the list is written in one line, as readonly. */
function nameElement(names: Names, field: unknown, id: string): void {
  const element = field instanceof z.ZodArray ? field.element : undefined;
  if (element instanceof z.ZodObject && !names.has(element)) {
    names.add(element, { id });
  }
}

function inputOf(input: z.ZodObject): object {
  const isEmpty = Object.keys(input.shape).length === 0;
  return isEmpty
    ? { tsType: 'Readonly<Record<string, never>>' }
    : z.toJSONSchema(input, { io: 'input' });
}

function outputOf(names: Names, output: z.ZodType): Json {
  const id = names.get(output)?.id;
  return id === undefined
    ? { tsType: output instanceof z.ZodVoid ? 'void' : 'string' }
    : { $ref: `#/definitions/${id}` };
}

function strict(properties: Json, description: string): Json {
  return {
    type: 'object',
    description,
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

/** Without what only describes a schema on its own. */
function clean(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(clean);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const entries = Object.entries(value).filter(
    ([key]) => !['$schema', '$id', 'id'].includes(key) || typeof (value as Json)[key] === 'object',
  );
  return Object.fromEntries(entries.map(([key, one]) => [key, clean(one)]));
}

function describeRoute({ http, input, output, subject }: Operation): Json {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input' });
  const id = subject && subjectField(subject);
  const fields = Object.entries(properties as Readonly<Record<string, Json>>).filter(
    ([name]) => name !== id,
  );
  return {
    method: http.method.toUpperCase(),
    path: http.path,
    ...(id && { id }),
    answer: output instanceof z.ZodVoid ? 'none' : http.type ? 'text' : 'json',
    fields: Object.fromEntries(
      fields.map(([name, { type, description }]) => [name, { type, description }]),
    ),
  };
}
