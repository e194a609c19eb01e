/*
 * The options of a start, once for all surfaces: commands, HTTP API, command line, client package,
 * tools of models and the API for other extensions. This file needs no library, because the command
 * line bundles it and the client package publishes its types. The parser of untrusted values is
 * `src/agents/start/startSchema.ts`.
 */

/** What a value is in TypeScript, by the form of its text. */
interface Forms {
  /** Any text. */
  readonly text: string;
  /** Text without NUL, so that a system call accepts it. */
  readonly line: string;
  /** The same, and not empty. */
  readonly name: string;
  readonly list: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  readonly flag: boolean;
  /** Columns or rows of a terminal. */
  readonly cells: number;
}

/**
 * Who reads an option. `planner`: the planner of agent starts. `caller`: each surface itself, before
 * or after the start. `window`: commands of a window. `program`: surfaces for programs outside of the
 * window. `ssh`: starts on another machine.
 */
type Reader = 'caller' | 'planner' | 'program' | 'ssh' | 'window';

interface StartOption {
  /** A form, or the words of which one is the value. */
  readonly form: keyof Forms | readonly [string, ...string[]];
  readonly reader: Reader;
  /** One clause, without a full stop. */
  readonly help: string;
  /** For a name. */
  readonly maxChars?: number;
}

export const START_OPTIONS = {
  /** By default the current directory if the window has it open, else the window's first folder. */
  cwd: { form: 'name', reader: 'program', help: 'an existing directory, by its absolute path' },
  label: { form: 'name', reader: 'program', help: 'the name of the session', maxChars: 500 },
  /** A provider's id. */
  provider: {
    form: 'name',
    reader: 'caller',
    help: 'the agent; without it and `exec`, a login shell starts',
  },
  task: {
    form: 'name',
    reader: 'caller',
    help: 'the name or id of a task; a name that no task has creates one',
  },
  /** Default: for commands, according to the setting `worktree.mode`; for others, none. */
  worktree: {
    form: 'flag',
    reader: 'caller',
    help: 'work in a git worktree, which a new task gets',
  },
  /** With it, `worktree` is true by default. */
  base: {
    form: 'name',
    reader: 'caller',
    help: 'the branch, tag or commit that the worktree of a new task starts from',
  },
  prompt: { form: 'text', reader: 'planner', help: 'the first prompt' },
  model: { form: 'name', reader: 'planner', help: 'the model of the agent' },
  exec: { form: 'name', reader: 'program', help: 'a program to run instead of an agent' },
  args: { form: 'list', reader: 'program', help: 'the arguments of `exec`' },
  spawnMode: {
    form: ['shell', 'direct'],
    reader: 'planner',
    help: 'whether the agent starts through the login shell or without it',
  },
  persistence: {
    form: ['window', 'tmux', 'host'],
    reader: 'planner',
    help: 'what holds the session: the window, or tmux or the session host, which outlive it',
  },
  autoApprove: {
    form: 'flag',
    reader: 'planner',
    help: 'let the agent act without requesting permission',
  },
  /** In place of `autoApprove`. A mode in which the CLI does not request permission counts as that. */
  permissionMode: {
    form: 'name',
    reader: 'planner',
    help: 'the permission mode of the agent, by the name that its CLI uses',
  },
  trust: {
    form: 'flag',
    reader: 'caller',
    help: 'confirm that the agent may trust the folder, if it asks',
  },
  fresh: {
    form: 'flag',
    reader: 'planner',
    help: 'begin a new conversation, even if the task has one',
  },
  shellSetup: { form: 'line', reader: 'planner', help: 'a command line before the agent' },
  env: { form: 'variables', reader: 'planner', help: 'environment variables of the session' },
  extraArgs: { form: 'list', reader: 'planner', help: 'further arguments of the agent' },
  cols: { form: 'cells', reader: 'program', help: 'columns of the terminal' },
  rows: { form: 'cells', reader: 'program', help: 'rows of the terminal' },
  show: { form: 'flag', reader: 'program', help: 'open a terminal for the session' },
  folder: { form: 'name', reader: 'window', help: 'the name, path or URI of a workspace folder' },
  location: {
    form: ['editor', 'panel', 'beside'],
    reader: 'window',
    help: 'where the terminal opens',
  },
  target: {
    form: 'name',
    reader: 'ssh',
    help: 'an alias of ~/.ssh/config, a host, or user@host',
  },
  sshArgs: { form: 'list', reader: 'ssh', help: 'options of ssh' },
  remoteCwd: { form: 'name', reader: 'ssh', help: 'the working directory on that machine' },
  remoteInitCommand: {
    form: 'line',
    reader: 'ssh',
    help: 'what the login shell of that machine runs instead of the agent',
  },
} as const satisfies Readonly<Record<string, StartOption>>;

type Table = typeof START_OPTIONS;

export type StartOptionName = keyof Table;

type ValueOf<Form> = Form extends readonly (infer Word)[]
  ? Word
  : Form extends keyof Forms
    ? Forms[Form]
    : never;

/** The options with these names, each of which may be left out. */
export type StartOptions<Name extends StartOptionName = StartOptionName> = {
  readonly [One in keyof Pick<Table, Name>]?: ValueOf<Table[One]['form']> | undefined;
};

type NamesFor<By extends Reader> = {
  [Name in StartOptionName]: Table[Name]['reader'] extends By ? Name : never;
}[StartOptionName];

/** What decides how an agent starts. */
export const AGENT_OPTIONS = namesFor('planner');

/**
 * What is stored with a conversation, so that it starts again as it was started. The prompt and
 * `fresh` hold for one start. Of `env` only the names are stored, because a value may be a secret.
 */
export const KEPT_OPTIONS = without(AGENT_OPTIONS, 'prompt', 'fresh', 'env');

/**
 * What a start by an agent takes from the conversation that it forks or continues: nothing that
 * runs a program, or that lets it act without requesting permission. Beside these a fork takes the
 * connection of a session on another machine, with the programs that the person has named for it
 * (`sshArgs`), because a conversation stays on its machine.
 */
export const AGENT_FORK_OPTIONS = pick('model', 'persistence', 'spawnMode');

const COMMAND_OPTIONS = namesFor('planner', 'caller', 'window');

/**
 * What each surface takes. A new row of {@link START_OPTIONS} reaches all surfaces of its reader;
 * what a surface leaves out is named here, with the reason.
 */
export const START_SURFACES = {
  startAgent: COMMAND_OPTIONS,
  // Its title names the provider.
  startClaude: without(COMMAND_OPTIONS, 'provider'),
  // The agent works outside of any worktree, and the remote machine's login shell starts it.
  startSsh: without(
    namesFor('planner', 'caller', 'window', 'ssh'),
    'base',
    'shellSetup',
    'spawnMode',
    'worktree',
  ),
  newChat: pick('folder', 'task', 'provider', 'prompt'),
  // The body of POST /api/sessions, and with it openapi.json and the client package.
  api: namesFor('planner', 'caller', 'program'),
  // The provider, or the program and its arguments, are words without a flag.
  commandLine: without(namesFor('planner', 'caller', 'program'), 'provider', 'exec', 'args'),
  // A model starts agents as the person has set them up.
  tool: pick('cwd', 'label', 'provider', 'task', 'worktree', 'prompt', 'model', 'show'),
  // The person's setting decides what holds the sessions that other extensions start.
  extensionApi: without(AGENT_OPTIONS, 'persistence'),
  // `startPty` and `startDirectPty`, which name some more options in their own way.
  ptyApi: pick('autoApprove', 'cols', 'cwd', 'env', 'rows', 'shellSetup'),
} as const satisfies Readonly<Record<string, readonly StartOptionName[]>>;

type Surfaces = typeof START_SURFACES;

/** What a caller of that surface gives. */
export type SurfaceOptions<Surface extends keyof Surfaces> = StartOptions<
  Surfaces[Surface][number]
>;

/** Those of `options` that `names` has. */
export function pickOptions<Name extends StartOptionName>(
  options: StartOptions<Name>,
  names: readonly Name[],
): StartOptions<Name> {
  const entries = names.map((name) => [name, options[name]] as const);
  // The entries have the names and types of the result; `fromEntries` returns a plain record.
  return Object.fromEntries(entries) as StartOptions<Name>;
}

function namesFor<By extends Reader>(...readers: readonly By[]): readonly NamesFor<By>[] {
  const all = Object.keys(START_OPTIONS) as readonly StartOptionName[];
  const isFor = (name: StartOptionName): name is NamesFor<By> =>
    readers.some((reader) => reader === START_OPTIONS[name].reader);
  return all.filter(isFor);
}

function without<Name extends StartOptionName, Out extends Name>(
  names: readonly Name[],
  ...out: readonly Out[]
): readonly Exclude<Name, Out>[] {
  const isKept = (name: Name): name is Exclude<Name, Out> => !out.some((one) => one === name);
  return names.filter(isKept);
}

function pick<Name extends StartOptionName>(...names: readonly Name[]): readonly Name[] {
  return names;
}
