import * as z from 'zod';
import type { FileFormat, ParsedFile } from './fileFormat';
import { parseJson } from '../base/parseJson';
import type { Conversation, Task } from './task';

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

const TASK = z.looseObject({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  name: z.string().min(1),
  folder: z.string().min(1),
  cwd: z.string().min(1),
  createdAt: z.string(),
  conversations: z.array(z.unknown()),
  worktree: WORKTREE.optional(),
  archivedAt: z.string().optional(),
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
