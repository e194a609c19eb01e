import * as z from 'zod';
import type { Clock } from '../base/clock';
import { SessionError } from '../base/errors';
import { SharedFile, type FileFormat, type ParsedFile } from './sharedFile';
import { SharedState } from './sharedState';
import type { Conversation, Task } from './task';
import { applyTaskChange, type TaskChange, type TaskFields } from './taskChange';
import type { TaskIds } from './taskIds';
import { parseTaskName } from './taskName';
import { parseJson } from '../base/parseJson';

type NewTask = Pick<Task, 'name' | 'folder' | 'cwd' | 'worktree' | 'pendingSetup'>;

export class TaskStore extends SharedState<readonly Task[], TaskChange> {
  constructor(
    directory: string,
    private readonly clock: Clock,
    private readonly ids: TaskIds,
  ) {
    super(new SharedFile(directory, TASK_FILE, clock), applyTaskChange);
  }

  find(taskId: string): Task | undefined {
    return this.value.find(({ id }) => id === taskId);
  }

  /** The tasks of a workspace folder, given by its URI, or all tasks; oldest first. */
  list(folder?: string): readonly Task[] {
    return folder === undefined ? this.value : this.value.filter((task) => task.folder === folder);
  }

  /**
   * With `isNumbered`, the name gets a number if another task of the folder has it, also one that
   * another window creates at the same time.
   * @throws {SessionError} `BAD_REQUEST` for a name that {@link parseTaskName} refuses.
   */
  async create(task: NewTask, { isNumbered = false } = {}): Promise<Task> {
    const created = this.draft(task);
    await this.change({ kind: 'addTask', task: created, isNumbered });
    return this.find(created.id) ?? created;
  }

  /**
   * A task that is not in the list until {@link add} adds it.
   * @throws {SessionError} as {@link create}.
   */
  draft(task: NewTask): Task {
    return {
      id: this.ids.task(),
      name: parseTaskName(task.name),
      folder: task.folder,
      cwd: task.cwd,
      ...(task.worktree && { worktree: task.worktree }),
      ...(task.pendingSetup && { pendingSetup: task.pendingSetup }),
      createdAt: new Date(this.clock.now()).toISOString(),
      conversations: [],
    };
  }

  /** Adds a draft. One that is already in the list does nothing. */
  async add(draft: Task): Promise<void> {
    await this.change({ kind: 'addTask', task: draft });
  }

  /** @throws {SessionError} `BAD_REQUEST` for a bad name or an unknown task. */
  async rename(taskId: string, name: string): Promise<void> {
    this.require(taskId);
    await this.change({ kind: 'renameTask', taskId, name: parseTaskName(name) });
  }

  /** Moves, archives or sets up a task. Does nothing for an unknown task. */
  async update(taskId: string, fields: TaskFields): Promise<void> {
    await this.change({ kind: 'setFields', taskId, fields });
  }

  async remove(taskId: string): Promise<void> {
    await this.change({ kind: 'removeTask', taskId });
  }

  /**
   * Adds a conversation, or replaces the fields of the one with the same PTY id: an `undefined`
   * field is removed, and one that is left out stays.
   * @throws {SessionError} `BAD_REQUEST` for an unknown task.
   */
  async putConversation(taskId: string, conversation: Conversation): Promise<void> {
    this.require(taskId);
    await this.change({ kind: 'putConversation', taskId, conversation });
  }

  /** Removes a conversation. Does nothing for an unknown one. */
  async removeConversation(taskId: string, ptyId: string): Promise<void> {
    await this.change({ kind: 'removeConversation', taskId, ptyId });
  }

  /** Records that the conversation's agent no longer runs. Does nothing for an unknown one. */
  async closeConversation(taskId: string, ptyId: string): Promise<void> {
    await this.change({ kind: 'closeConversation', taskId, ptyId });
  }

  /** Changes the label of a conversation. Does nothing for an unknown one. */
  async relabelConversation(taskId: string, ptyId: string, label: string): Promise<void> {
    await this.change({ kind: 'relabelConversation', taskId, ptyId, label });
  }

  /** Records whether the person wants messages about a conversation. Does nothing for an unknown one. */
  async muteConversation(taskId: string, ptyId: string, isMuted: boolean): Promise<void> {
    await this.change({ kind: 'muteConversation', taskId, ptyId, isMuted });
  }

  private require(taskId: string): void {
    if (!this.find(taskId)) {
      throw new SessionError(
        'BAD_REQUEST',
        `There is no task ${taskId}: it may have been removed in another window; choose another.`,
      );
    }
  }
}

/** The version of the file's format. A file without a version has version 1. */
const VERSION = 1;

/** `tasks.json`: the tasks that could be parsed, in the file's order. */
export const TASK_FILE: FileFormat<readonly Task[]> = {
  name: 'tasks.json',
  title: 'The list of tasks',
  empty: [],
  parse: parseTaskFile,
  format: (tasks) => `${JSON.stringify({ version: VERSION, tasks }, undefined, 2)}\n`,
};

const SSH_TARGET = z.looseObject({
  target: z.string().min(1),
  sshArgs: z.array(z.string()),
  remoteInitCommand: z.string().optional(),
  remoteCwd: z.string().optional(),
  tmux: z.boolean().optional(),
});

// Loose: fields that a newer version of the extension has added are kept.
const CONVERSATION = z.looseObject({
  ptyId: z.string().min(1),
  providerId: z.string().min(1),
  label: z.string(),
  createdAt: z.string(),
  isOpen: z.boolean().optional(),
  isMuted: z.boolean().optional().catch(undefined),
  ssh: SSH_TARGET.optional().catch(undefined),
  startedBy: z.string().optional().catch(undefined),
  isConfined: z.boolean().optional().catch(undefined),
  // Parsed when the conversation starts again: a value that this version cannot use is not lost.
  options: z.record(z.string(), z.unknown()).optional().catch(undefined),
});

const WORKTREE = z
  .looseObject({
    path: z.string().min(1),
    cwd: z.string().min(1),
    repository: z.string().min(1),
    branch: z.string().min(1),
    base: z.string().min(1),
    baseBranch: z.string().optional(),
    mark: z.string().optional().catch(undefined),
  })
  .transform((worktree) => ({ ...worktree, baseBranch: worktree.baseBranch }));

const START = z.looseObject({
  commit: z.string(),
  dirty: z.record(z.string(), z.string()).optional().catch(undefined),
});

const LANDING = z.looseObject({
  branch: z.string(),
  from: z.string(),
  to: z.string(),
  head: z.string(),
  at: z.string(),
  begunBy: z.int().optional(),
});

const TASK = z.looseObject({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  name: z.string().min(1),
  folder: z.string().min(1),
  cwd: z.string().min(1),
  createdAt: z.string(),
  conversations: z.array(z.unknown()),
  worktree: WORKTREE.optional(),
  start: START.optional().catch(undefined),
  archivedAt: z.string().optional(),
  landing: LANDING.optional().catch(undefined),
  pendingSetup: z.looseObject({ ptyId: z.string().optional() }).optional().catch(undefined),
});

const FILE = z.looseObject({ version: z.number().optional(), tasks: z.array(z.unknown()) });

function parseTaskFile(text: string): ParsedFile<readonly Task[]> {
  const json = parseJson(text);
  if (json.kind === 'damaged') {
    return { content: [], damage: json.damage };
  }
  const file = FILE.safeParse(json.value);
  if (!file.success) {
    return { content: [], damage: 'it contains no list of tasks' };
  }
  const { version = VERSION, tasks } = file.data;
  const content = parseTasks(tasks);
  return version > VERSION ? { ...content, damage: undefined, isNewer: true } : content;
}

function parseTasks(entries: readonly unknown[]): ParsedFile<readonly Task[]> {
  const read = entries.map(parseTask);
  const content = read.flatMap(({ task }) => task ?? []).filter(isFirstOfItsId);
  const damaged = entries.length - content.length + read.filter(isPartial).length;
  const damage =
    damaged > 0 ? `${damaged} of its ${entries.length} tasks cannot be read whole` : undefined;
  return { content, damage };
}

interface ReadTask {
  readonly task: Task | undefined;
  readonly lostConversations: number;
}

function parseTask(entry: unknown): ReadTask {
  const result = TASK.safeParse(entry);
  if (!result.success) {
    return { task: undefined, lostConversations: 0 };
  }
  const { conversations: entries, ...rest } = result.data;
  const conversations = entries.flatMap(parseConversation);
  return {
    task: { ...rest, conversations },
    lostConversations: entries.length - conversations.length,
  };
}

function parseConversation(entry: unknown): readonly Conversation[] {
  const result = CONVERSATION.safeParse(entry);
  return result.success ? [result.data] : [];
}

function isPartial({ lostConversations }: ReadTask): boolean {
  return lostConversations > 0;
}

function isFirstOfItsId(task: Task, index: number, all: readonly Task[]): boolean {
  return all.findIndex(({ id }) => id === task.id) === index;
}
