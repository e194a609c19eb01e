import type { Conversation, Task } from './task';
import { freeName } from './taskName';

export type TaskFields = Partial<
  Pick<Task, 'archivedAt' | 'cwd' | 'landing' | 'pendingSetup' | 'start' | 'worktree'>
>;

/**
 * One change to the list of tasks, as data: a change whose write failed is applied again to what
 * another window has written since.
 */
export type TaskChange =
  /** With `isNumbered`, the name gets a number if another task of the folder has it by then. */
  | { readonly kind: 'addTask'; readonly task: Task; readonly isNumbered?: boolean }
  | {
      readonly kind: 'setFields';
      readonly taskId: string;
      readonly fields: TaskFields;
    }
  | { readonly kind: 'renameTask'; readonly taskId: string; readonly name: string }
  | { readonly kind: 'removeTask'; readonly taskId: string }
  | {
      readonly kind: 'putConversation';
      readonly taskId: string;
      readonly conversation: Conversation;
    }
  | { readonly kind: 'removeConversation'; readonly taskId: string; readonly ptyId: string }
  | { readonly kind: 'closeConversation'; readonly taskId: string; readonly ptyId: string }
  | {
      readonly kind: 'relabelConversation';
      readonly taskId: string;
      readonly ptyId: string;
      readonly label: string;
    }
  | {
      readonly kind: 'muteConversation';
      readonly taskId: string;
      readonly ptyId: string;
      readonly isMuted: boolean;
    };

/**
 * Returns the list after `change`. A change to a task that does not exist, for example because
 * another window removed it, does nothing.
 */
export function applyTaskChange(tasks: readonly Task[], change: TaskChange): readonly Task[] {
  switch (change.kind) {
    case 'addTask':
      return tasks.some(({ id }) => id === change.task.id) ? tasks : addTask(tasks, change);
    case 'removeTask':
      return tasks.filter(({ id }) => id !== change.taskId);
    case 'setFields':
      return updateTask(tasks, change.taskId, (task) => ({ ...task, ...change.fields }));
    case 'renameTask':
      return updateTask(tasks, change.taskId, (task) => ({ ...task, name: change.name }));
    case 'putConversation':
      return updateConversations(tasks, change.taskId, (all) => put(all, change.conversation));
    case 'removeConversation':
      return updateConversations(tasks, change.taskId, (all) =>
        all.filter(({ ptyId }) => ptyId !== change.ptyId),
      );
    case 'closeConversation':
      return updateConversation(tasks, change, { isOpen: false });
    case 'relabelConversation':
      return updateConversation(tasks, change, { label: change.label });
    case 'muteConversation':
      return updateConversation(tasks, change, { isMuted: change.isMuted });
  }
}

function addTask(
  tasks: readonly Task[],
  { task, isNumbered = false }: Extract<TaskChange, { kind: 'addTask' }>,
): readonly Task[] {
  const taken = tasks.filter(({ folder }) => folder === task.folder).map(({ name }) => name);
  return [...tasks, isNumbered ? { ...task, name: freeName(task.name, taken) } : task];
}

function updateTask(
  tasks: readonly Task[],
  taskId: string,
  update: (task: Task) => Task,
): readonly Task[] {
  return tasks.map((task) => (task.id === taskId ? update(task) : task));
}

function updateConversation(
  tasks: readonly Task[],
  { taskId, ptyId }: { readonly taskId: string; readonly ptyId: string },
  update: Partial<Conversation>,
): readonly Task[] {
  return updateConversations(tasks, taskId, (all) =>
    all.map((one) => (one.ptyId === ptyId ? { ...one, ...update } : one)),
  );
}

function updateConversations(
  tasks: readonly Task[],
  taskId: string,
  update: (conversations: readonly Conversation[]) => readonly Conversation[],
): readonly Task[] {
  return updateTask(tasks, taskId, (task) => ({
    ...task,
    conversations: update(task.conversations),
  }));
}

/**
 * Replaces the fields of the conversation with the same PTY id, or adds the conversation at the end.
 * A field that is `undefined` is removed, and one that `conversation` does not have stays: a later
 * version of the extension may have written it.
 */
function put(all: readonly Conversation[], conversation: Conversation): readonly Conversation[] {
  const isSame = ({ ptyId }: Conversation): boolean => ptyId === conversation.ptyId;
  return all.some(isSame)
    ? all.map((one) => (isSame(one) ? definedOnly({ ...one, ...conversation }) : one))
    : [...all, definedOnly(conversation)];
}

function definedOnly(conversation: Conversation): Conversation {
  const entries = Object.entries(conversation).filter(([, value]) => value !== undefined);
  // The entries have the names and types of the result; `fromEntries` returns a plain record.
  return Object.fromEntries(entries) as unknown as Conversation;
}
