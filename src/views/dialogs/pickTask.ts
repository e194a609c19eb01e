import * as vscode from 'vscode';
import { DisposableStore } from '../../base/lifecycle';
import type { Task } from '../../tasks/task';

/** An existing task, or the name for a new one, which may be empty. */
type PickedTask =
  | { readonly kind: 'existing'; readonly id: string }
  | { readonly kind: 'named'; readonly name: string };

interface TaskItem extends vscode.QuickPickItem {
  readonly taskId: string | undefined;
}

/**
 * Shows a list of tasks whose input is the name of a new one. Without tasks it returns an empty
 * name at once.
 */
export function pickTask(tasks: readonly Task[]): Promise<PickedTask | undefined> {
  if (tasks.length === 0) {
    return Promise.resolve({ kind: 'named', name: '' });
  }
  const store = new DisposableStore();
  const list = store.add(vscode.window.createQuickPick<TaskItem>());
  list.placeholder = 'In which task? Choose one, or type the name of a new one.';
  list.matchOnDescription = true;
  list.items = taskItems(tasks, '');
  return new Promise((resolve) => {
    const settle = (picked: PickedTask | undefined): void => {
      resolve(picked);
      store.dispose();
    };
    store.add(list.onDidChangeValue((typed) => (list.items = taskItems(tasks, typed))));
    store.add(list.onDidAccept(() => settle(toPicked(list.activeItems[0], list.value))));
    store.add(list.onDidHide(() => settle(undefined)));
    list.show();
  });
}

function toPicked(item: TaskItem | undefined, typed: string): PickedTask {
  return item?.taskId === undefined
    ? { kind: 'named', name: typed }
    : { kind: 'existing', id: item.taskId };
}

/** The new task is last while text is typed, so that Enter takes the first match. */
function taskItems(tasks: readonly Task[], typed: string): readonly TaskItem[] {
  const added: TaskItem = {
    label: '$(add) New task...',
    description: typed,
    alwaysShow: true,
    taskId: undefined,
  };
  const known = tasks.map((task) => ({ label: task.name, taskId: task.id })).reverse();
  return typed === '' ? [added, ...known] : [...known, added];
}
