import * as z from 'zod';
import { buildStartShape } from '../agents/start/startSchema';
import { SessionError } from '../base/errors';
import { START_SURFACES, type StartOptionName } from '../base/startOptions';
import { COMMANDS, type CommandArguments, type CommandName } from '../config/contributions';

/** A message shows at most this many characters of an invalid value. */
const MAX_SHOWN_CHARS = 60;

const text = z.string().optional();

/** The schema drops unknown fields, because a row of the tree passes its own. */
function startSchema<Name extends StartOptionName>(names: readonly Name[]) {
  return z.object(buildStartShape(names, 'any'));
}

const session = z.object({ session: text });
const answer = session.extend({ asked: text });
const taskArguments = z.object({ folder: text, task: text });

const SCHEMAS = {
  startClaude: startSchema(START_SURFACES.startClaude),
  startAgent: startSchema(START_SURFACES.startAgent),
  startWithModel: startSchema(START_SURFACES.startAgent),
  newChat: startSchema(START_SURFACES.newChat),
  startShell: taskArguments,
  startSsh: startSchema(START_SURFACES.startSsh),
  openSession: session.extend(buildStartShape(['location'], 'any')),
  openSelected: z.unknown().transform(() => undefined),
  openSessionInEditor: session,
  openSessionInPanel: session,
  openSessionToSide: session,
  nextSession: z.unknown().transform(() => undefined),
  approve: answer,
  deny: answer,
  reply: answer.extend({ text }),
  explainStatus: session,
  copyScreen: session,
  copyLastAnswer: session,
  copyLastCodeBlock: session,
  openAnswer: session,
  copyApiConnection: z.unknown().transform(() => undefined),
  openWaiting: z.unknown().transform(() => undefined),
  sendPrompt: session.extend({ prompt: text }),
  sendSelection: session,
  changeModel: session.extend({ model: text }),
  interrupt: session,
  killSession: session,
  restartSession: session.extend({
    fresh: z.boolean().optional(),
    spawnMode: z.enum(['shell', 'direct']).optional(),
  }),
  restartFresh: session,
  resumeConversation: taskArguments.extend({ session: text }),
  renameSession: session.extend({ name: text }),
  muteSession: session,
  unmuteSession: session,
  renameTask: z.object({ task: text, name: text }),
  forkSession: session.extend({ worktree: z.boolean().optional(), name: text }),
  forkTask: taskArguments.extend({ worktree: z.boolean().optional(), name: text }),
  newTask: taskArguments.extend({ worktree: z.boolean().optional(), base: text }),
  archiveTask: taskArguments,
  unarchiveTask: taskArguments,
  deleteTask: taskArguments,
  openTaskFolder: taskArguments,
  repairWorktree: taskArguments,
  cancelWorktree: z.object({ creation: text }),
  refresh: z.unknown().transform(() => undefined),
  checkProviders: z.unknown().transform(() => undefined),
  showSessionHost: z.unknown().transform(() => undefined),
  showLog: z.unknown().transform(() => undefined),
} as const satisfies { readonly [Name in CommandName]: z.ZodType<CommandArguments[Name]> };

/**
 * Parses the argument of a command. No argument counts as an empty object, and fields that the
 * command does not use are dropped.
 * @throws {SessionError} `BAD_REQUEST`, with the field and its expected type.
 */
export function parseCommandArguments<Name extends CommandName>(
  name: Name,
  raw: unknown,
): CommandArguments[Name] {
  const parsed = SCHEMAS[name].safeParse(raw ?? {});
  if (!parsed.success) {
    throw new SessionError('BAD_REQUEST', describe(name, raw, parsed.error.issues[0]));
  }
  // Each schema returns the arguments of its command, as `satisfies` has checked.
  return parsed.data as CommandArguments[Name];
}

function describe(name: CommandName, raw: unknown, issue: z.core.$ZodIssue | undefined): string {
  const field = issue?.path.join('.') ?? '';
  const subject = field === '' ? 'argument' : `"${field}" of the argument`;
  const value = valueAt(raw, issue?.path ?? []);
  const difference = `${describeExpected(issue)}, but is ${describeValue(value)}`;
  return `The ${subject} of ${COMMANDS[name]} must be ${difference}: correct it where the command is called.`;
}

function describeExpected(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'invalid_type') {
    return TYPES[issue.expected] ?? issue.expected;
  }
  return issue?.code === 'invalid_value'
    ? issue.values.map((value) => JSON.stringify(value)).join(' or ')
    : 'what the command takes';
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
};

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value ? Reflect.get(value, key) : undefined),
    raw,
  );
}

function describeValue(value: unknown): string {
  if (value === null || Array.isArray(value)) {
    return value === null ? 'null' : 'a list';
  }
  const isShort = ['string', 'number', 'boolean'].includes(typeof value);
  return isShort ? JSON.stringify(value).slice(0, MAX_SHOWN_CHARS) : `of type ${typeof value}`;
}
