import { z } from 'zod';
import { SessionError } from '../base/errors';
import { COMMANDS, type CommandArguments, type CommandName } from '../config/contributions';

/** A longer value is cut where it is named. */
const MAX_SHOWN_CHARS = 60;

const text = z.string().optional();

const location = z.enum(['editor', 'panel', 'beside']).optional();

const startClaude = z.object({
  folder: text,
  task: text,
  prompt: text,
  model: text,
  autoApprove: z.boolean().optional(),
  spawnMode: z.enum(['shell', 'direct']).optional(),
  shellSetup: text,
  env: z.record(z.string(), z.string()).optional(),
  extraArgs: z.array(z.string()).optional(),
  location,
  worktree: z.boolean().optional(),
  trust: z.boolean().optional(),
  fresh: z.boolean().optional(),
  persistence: z.enum(['window', 'tmux', 'host']).optional(),
});

const startSsh = startClaude.omit({ shellSetup: true, spawnMode: true, worktree: true }).extend({
  provider: text,
  target: text,
  sshArgs: z.array(z.string()).optional(),
  remoteCwd: text,
  remoteInitCommand: text,
});

const session = z.object({ session: text });
const answer = session.extend({ asked: text });
const taskPlace = z.object({ folder: text, task: text });

const SCHEMAS = {
  startClaude,
  startAgent: startClaude.extend({ provider: text }),
  newChat: taskPlace.extend({ provider: text, prompt: text }),
  startShell: taskPlace,
  startSsh,
  openSession: session.extend({ location }),
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
  copyApiConnection: z.unknown().transform(() => undefined),
  openWaiting: z.unknown().transform(() => undefined),
  sendPrompt: session.extend({ prompt: text }),
  sendSelection: session,
  interrupt: session,
  killSession: session,
  restartSession: session.extend({ fresh: z.boolean().optional() }),
  restartFresh: session,
  resumeConversation: taskPlace.extend({ session: text }),
  renameSession: session.extend({ name: text }),
  renameTask: z.object({ task: text, name: text }),
  forkSession: session.extend({ worktree: z.boolean().optional(), name: text }),
  newTask: taskPlace.extend({ worktree: z.boolean().optional(), base: text }),
  archiveTask: taskPlace,
  unarchiveTask: taskPlace,
  deleteTask: taskPlace,
  openTaskFolder: taskPlace,
  repairWorktree: taskPlace,
  refresh: z.unknown().transform(() => undefined),
  checkProviders: z.unknown().transform(() => undefined),
  showSessionHost: z.unknown().transform(() => undefined),
  showLog: z.unknown().transform(() => undefined),
} as const satisfies { readonly [Name in CommandName]: z.ZodType<CommandArguments[Name]> };

/**
 * A command's argument object; nothing at all is an empty one, and fields that mean
 * nothing to the command are left out.
 * @throws {SessionError} `BAD_REQUEST`, naming the field and what it should be.
 */
export function parseCommandArguments<Name extends CommandName>(
  name: Name,
  raw: unknown,
): CommandArguments[Name] {
  const parsed = SCHEMAS[name].safeParse(raw ?? {});
  if (!parsed.success) {
    throw new SessionError('BAD_REQUEST', describe(name, raw, parsed.error.issues[0]));
  }
  // Each schema gives its own command's arguments, as `satisfies` has checked.
  return parsed.data as CommandArguments[Name];
}

function describe(name: CommandName, raw: unknown, issue: z.core.$ZodIssue | undefined): string {
  const field = issue?.path.join('.') ?? '';
  const subject = field === '' ? 'argument' : `"${field}" of the argument`;
  const value = valueAt(raw, issue?.path ?? []);
  const wanted = `${describeWanted(issue)}, but is ${describeValue(value)}`;
  return `The ${subject} of ${COMMANDS[name]} must be ${wanted}: correct it where the command is called.`;
}

function describeWanted(issue: z.core.$ZodIssue | undefined): string {
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
