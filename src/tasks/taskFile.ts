import { z } from 'zod';
import type { Conversation, Task } from './task';

/** What a task file says, as far as it can be understood. */
export interface TaskFileContent {
  /** The tasks that could be read, in the file's order. */
  readonly tasks: readonly Task[];
  /** What is wrong with the file, to be put in brackets; none if it was understood whole. */
  readonly damage: string | undefined;
}

// Loose: what a newer version of the extension has added to a task passes through unharmed.
const CONVERSATION = z.looseObject({
  ptyId: z.string().min(1),
  providerId: z.string().min(1),
  label: z.string(),
  createdAt: z.string(),
});

const TASK = z.looseObject({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  name: z.string().min(1),
  folder: z.string().min(1),
  cwd: z.string().min(1),
  createdAt: z.string(),
  conversations: z.array(z.unknown()),
});

const FILE = z.looseObject({ tasks: z.array(z.unknown()) });

/** Reads a task file; never throws: what is damaged is left out and said. */
export function parseTaskFile(text: string): TaskFileContent {
  const json = parseJson(text);
  if (json === undefined) {
    return { tasks: [], damage: text.trim() === '' ? 'it is empty' : 'it is not JSON' };
  }
  const file = FILE.safeParse(json);
  if (!file.success) {
    return { tasks: [], damage: 'it holds no list of tasks' };
  }
  return parseTasks(file.data.tasks);
}

export function formatTaskFile(tasks: readonly Task[]): string {
  return `${JSON.stringify({ tasks }, undefined, 2)}\n`;
}

/** The value of a JSON text, with or without a byte order mark; undefined if it is none. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    // Undefined is no JSON value, so it can stand for "not JSON".
    return undefined;
  }
}

function parseTasks(entries: readonly unknown[]): TaskFileContent {
  const read = entries.map(parseTask);
  const tasks = read.flatMap(({ task }) => task ?? []).filter(isFirstOfItsId);
  const damaged = entries.length - tasks.length + read.filter(isPartial).length;
  const damage =
    damaged > 0 ? `${damaged} of its ${entries.length} tasks cannot be read whole` : undefined;
  return { tasks, damage };
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
