import * as z from 'zod';
import { buildStartShape } from '../agents/start/startSchema';
import { SessionError } from '../base/errors';
import { START_SURFACES, type StartOptionName } from '../base/startOptions';
import { TASK_ORDERS } from '../config/settings';
import { COMMANDS, type CommandName } from '../config/contributions';

/** A message shows at most this many characters of an invalid value. */
const MAX_SHOWN_CHARS = 60;

const text = z.string().optional();

/** The schema drops unknown fields, because a row of the tree passes its own. */
function startSchema<Name extends StartOptionName>(names: readonly Name[]) {
  return z.object(buildStartShape(names, 'any'));
}

/** A session by its PTY id. */
const session = z.object({ session: text });
/** The question to answer: that of a session, or the one that has waited longest. */
const answer = session.extend({
  /** The key of the expected question (see `questionKey`). Any other question is not answered. */
  asked: text,
});
const taskArguments = z.object({ folder: text, task: text });
/** A draft on a line of a changed file. */
const comment = z.object({ task: z.string(), comment: z.string() });
/** A changed file: that of a row, or of the active editor. */
const changedFile = z.object({ task: text, path: text });
const none = z.unknown().transform(() => undefined);

const SCHEMAS = {
  startClaude: startSchema(START_SURFACES.startClaude),
  startAgent: startSchema(START_SURFACES.startAgent),
  startWithModel: startSchema(START_SURFACES.startAgent),
  newChat: startSchema(START_SURFACES.newChat),
  startShell: taskArguments,
  startSsh: startSchema(START_SURFACES.startSsh),
  openSession: session.extend(buildStartShape(['location'], 'any')),
  openSelected: none,
  openSessionInEditor: session,
  openSessionInPanel: session,
  openSessionToSide: session,
  nextSession: none,
  approve: answer,
  deny: answer,
  reply: answer.extend({ text }),
  explainStatus: session,
  copyScreen: session,
  copyLastAnswer: session,
  copyLastCodeBlock: session,
  openAnswer: session,
  copyApiConnection: none,
  openWaiting: none,
  sendPrompt: session.extend({ prompt: text }),
  sendSelection: session,
  /** `model`: the model's name, as the CLI lists it. */
  changeModel: session.extend({ model: text }),
  interrupt: session,
  killSession: session,
  restartSession: session.extend({
    /** Whether the session starts a new conversation instead of resuming its own. Default: false. */
    fresh: z.boolean().optional(),
    /** By default as its last start. */
    spawnMode: z.enum(['shell', 'direct']).optional(),
  }),
  restartFresh: session,
  /** An earlier conversation: that of a session, or one that the person picks from a task or folder. */
  resumeConversation: taskArguments.extend({ session: text }),
  renameSession: session.extend({ name: text }),
  muteSession: session,
  unmuteSession: session,
  renameTask: z.object({ task: text, name: text }),
  forkSession: session.extend({
    /** Whether the fork gets a task with its own worktree that contains the uncommitted changes. */
    worktree: z.boolean().optional(),
    /** The name of the fork, and of its task if it gets one. */
    name: text,
  }),
  forkTask: taskArguments.extend({
    /** Default: the person is asked; a task with a worktree always gets one. */
    worktree: z.boolean().optional(),
    /** The name of the new task. Default: the name of the task with "fork". */
    name: text,
  }),
  newTask: taskArguments.extend({
    /** Whether the task gets a worktree. Default: the setting. */
    worktree: z.boolean().optional(),
    /** The branch, tag or commit at which the worktree starts. */
    base: text,
  }),
  archiveTask: taskArguments,
  unarchiveTask: taskArguments,
  deleteTask: taskArguments,
  reviewTask: taskArguments.extend({
    /** The task of a session. */
    session: text,
    /** Whether to take the task of the active terminal's session, if it has one. Default: false. */
    active: z.boolean().optional(),
  }),
  commitTask: taskArguments.extend({
    /** Default: the person is asked. */
    message: text,
    /** Files below the root of the working tree. Default: the person is asked. */
    paths: z.array(z.string()).optional(),
  }),
  landTask: taskArguments.extend({
    /** The name of a branch. Default: that at which the task began. */
    into: text,
    /** Default: the person is asked. */
    way: z.enum(['merge', 'squash']).optional(),
  }),
  undoLand: taskArguments,
  /** What VS Code passes for a reply box: the thread is its object. */
  addComment: z.object({
    thread: z.custom<object>((value) => typeof value === 'object' && value !== null),
    text: z.string(),
  }),
  editComment: comment,
  saveComment: comment,
  cancelComment: comment,
  deleteComment: comment,
  sendReview: taskArguments.extend({
    /** The session that gets the prompt. Default: the task's only running agent, or the person chooses. */
    session: text,
    /** Whether to take the task of the active terminal or editor, if it has one. Default: false. */
    active: z.boolean().optional(),
  }),
  openRound: z.object({ task: z.string(), round: z.number() }),
  markReviewed: changedFile.extend({
    /** Whether a file that is marked loses its mark. Default: false. */
    toggle: z.boolean().optional(),
  }),
  unmarkReviewed: changedFile,
  /** `path`: a file of the task, below the root of its working tree. */
  showBoth: taskArguments.extend({ path: text }),
  sortTasks: z.object({ order: z.enum(TASK_ORDERS).optional() }),
  openTaskFolder: taskArguments,
  repairWorktree: taskArguments,
  createPullRequest: taskArguments,
  /** `creation`: the id of a creation, from its row. Default: the only one, or the person chooses. */
  cancelWorktree: z.object({ creation: text }),
  refresh: none,
  showAllChanges: none,
  showUncommitted: none,
  checkProviders: none,
  showSessionHost: none,
  showLog: none,
} as const satisfies Readonly<Record<CommandName, z.ZodType>>;

/** The arguments of each command; `undefined` for a command without arguments. */
export type CommandArguments = {
  readonly [Name in CommandName]: Readonly<z.infer<(typeof SCHEMAS)[Name]>>;
};

export type SessionArguments = Readonly<z.infer<typeof session>>;
export type AnswerArguments = Readonly<z.infer<typeof answer>>;
export type TaskArguments = Readonly<z.infer<typeof taskArguments>>;

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
