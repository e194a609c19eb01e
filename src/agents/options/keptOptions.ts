import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { KEPT_OPTIONS, pickOptions } from '../../base/startOptions';
import { isVariableName } from '../../pty/shell/environment';
import type { Conversation, Task } from '../../tasks/task';
import { findConversation, findTaskOfSession } from '../../tasks/taskOfSession';
import type { TaskStore } from '../../tasks/taskStore';
import type { AgentOptions } from '../startRequests';
import { buildStartShape } from '../start/startSchema';
import { BUILT_IN_PROVIDERS } from '../../providers/catalog/builtInProviders';

type StoredOptions = NonNullable<Conversation['options']>;

interface KeptStart {
  readonly options: AgentOptions;
  /** The names of stored options whose values this version cannot use. */
  readonly unreadable: readonly string[];
}

/**
 * The most characters of one conversation's stored options. The tasks of all folders share a file,
 * which must stay small enough to be read.
 */
const MAX_STORED_CHARS = 32 * 1024;

const SHAPE = {
  ...buildStartShape(KEPT_OPTIONS, 'any'),
  envNames: z.array(z.string().refine(isVariableName)).optional(),
  /** The variables without which the conversation would not be found. */
  homes: z.record(z.string().refine(isHome), z.string()).optional(),
};

/**
 * Keeps the options of each conversation's last start: in the task, for the next window, and with
 * the values of variables in memory, for this one. Of these the task has only {@link HOME_VARIABLES}.
 */
export class KeptOptions {
  /** By PTY id, with what was stored then: another window may have stored other options since. */
  private readonly starts = new Map<
    string,
    { options: AgentOptions; prompt: string | undefined; stored: unknown }
  >();

  constructor(private readonly tasks: Pick<TaskStore, 'find' | 'list' | 'putConversation'>) {}

  find({ ptyId, ssh, options: stored }: Conversation): KeptStart {
    const start = this.starts.get(ptyId);
    if (start && isDeepStrictEqual(start.stored, stored)) {
      return { options: { ...start.options, ssh }, unreadable: [] };
    }
    const { options, unreadable } = parseKept(stored);
    return { options: { ...options, ssh }, unreadable };
  }

  /** The prompt of a session's last start in this window, for another start if its agent never began. */
  promptOf(ptyId: string): string | undefined {
    return this.starts.get(ptyId)?.prompt;
  }

  /** Whether the prompt of a session's last start, or that it had none, is known in this window. */
  knowsPromptOf(ptyId: string): boolean {
    return this.starts.has(ptyId);
  }

  /** The variables of a session's last start whose values are known; undefined for one without a task. */
  readonly variablesOf = (ptyId: string): AgentOptions['env'] => {
    const conversation = this.findStored(ptyId)?.conversation;
    return conversation && this.find(conversation).options.env;
  };

  /**
   * Keeps the options of a start, and returns them as its task stores them. Fields of a later
   * version that the task has stay, unless an agent starts it.
   */
  keep(
    taskId: string,
    { ptyId, startedBy }: Pick<Conversation, 'ptyId' | 'startedBy'>,
    options: AgentOptions,
  ): StoredOptions | undefined {
    const known = this.tasks.find(taskId)?.conversations.find((one) => one.ptyId === ptyId);
    const base = startedBy === undefined ? known?.options : undefined;
    const stored = formatKept(options, base);
    this.forgetRemoved();
    this.starts.set(ptyId, {
      prompt: options.prompt,
      options: { ...options, prompt: undefined, fresh: undefined },
      stored,
    });
    return stored;
  }

  /** Keeps the model that a running agent has changed to; does nothing for a session without a task. */
  async keepModel(ptyId: string, model: string): Promise<void> {
    const { task, conversation } = this.findStored(ptyId) ?? {};
    if (task && conversation) {
      const options = { ...this.find(conversation).options, model };
      const stored = this.keep(task.id, conversation, options);
      await this.tasks.putConversation(task.id, { ...conversation, options: stored });
    }
  }

  private findStored(ptyId: string): { task: Task; conversation: Conversation } | undefined {
    const task = findTaskOfSession(this.tasks.list(), ptyId);
    const conversation = task && findConversation(task, ptyId);
    return conversation && { task, conversation };
  }

  private forgetRemoved(): void {
    const conversations = this.tasks.list().flatMap((task) => task.conversations);
    const stored = new Set(conversations.map(({ ptyId }) => ptyId));
    [...this.starts.keys()]
      .filter((ptyId) => !stored.has(ptyId))
      .forEach((ptyId) => this.starts.delete(ptyId));
  }
}

/** Parses stored options. Each value that this version cannot use counts as left out. */
export function parseKept(stored: Conversation['options']): KeptStart {
  const parsed = Object.entries(SHAPE).map(([name, schema]) => {
    const result = schema.safeParse(stored?.[name]);
    return { name, isReadable: result.success, value: result.success ? result.data : undefined };
  });
  const entries = parsed
    .map(({ name, value }) => [name === 'homes' ? 'env' : name, value] as const)
    .filter(([, value]) => value !== undefined);
  return {
    options: Object.fromEntries(entries),
    unreadable: parsed.flatMap(({ name, isReadable }) => (isReadable ? [] : name)),
  };
}

/** Whether the options are stored with the conversation, and not only in the memory of this window. */
export function isStorable(options: AgentOptions): boolean {
  return isSmall(toStored(options));
}

function formatKept(
  options: AgentOptions,
  base: Conversation['options'] = {},
): StoredOptions | undefined {
  const ofLaterVersions = Object.entries(base).filter(([name]) => !Object.hasOwn(SHAPE, name));
  const stored = { ...Object.fromEntries(ofLaterVersions), ...toStored(options) };
  return Object.keys(stored).length > 0 && isSmall(stored) ? stored : undefined;
}

function toStored(options: AgentOptions): StoredOptions {
  const { env = {}, envNames = [] } = options;
  const names = [...new Set([...envNames, ...Object.keys(env)])].filter(isVariableName);
  const kept = Object.entries(pickOptions(options, KEPT_OPTIONS));
  const defined = kept.filter(([, value]) => value !== undefined);
  const homes = Object.entries(env).filter(([name]) => isHome(name));
  return {
    ...Object.fromEntries(defined),
    ...(names.length > 0 && { envNames: names }),
    ...(homes.length > 0 && { homes: Object.fromEntries(homes) }),
  };
}

function isHome(name: string): boolean {
  return HOME_VARIABLES.has(name);
}

function isSmall(stored: StoredOptions): boolean {
  return JSON.stringify(stored).length <= MAX_STORED_CHARS;
}

/**
 * The variables that move the folder in which some CLI stores its conversations, such as
 * `CLAUDE_CONFIG_DIR`. Their values are paths and no secrets.
 */
const HOME_VARIABLES: ReadonlySet<string> = new Set([
  'HOME',
  'USERPROFILE',
  ...BUILT_IN_PROVIDERS.flatMap(({ transcripts }) =>
    transcripts.kind === 'none' ? [] : (transcripts.home.env ?? []),
  ),
]);
