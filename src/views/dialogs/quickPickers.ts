import * as vscode from 'vscode';
import { toMessage } from '../../base/errors';
import { parseSessionLabel } from '../../tasks/sessionLabel';
import { parseTaskName } from '../../tasks/taskName';
import { buildProviderItems } from './providerItems';
import type { FolderRef } from '../../agents/folderRef';
import type { TaskChoice } from '../../agents/startRequests';
import type { ProviderStatus } from '../../providers/model/providerStatus';
import type { Task } from '../../tasks/task';
import type { ConversationChoice } from './conversationChoices';
import { DisposableStore } from '../../base/lifecycle';

export interface SessionChoice {
  readonly sessionId: string;
  readonly label: string;
  /** Its state, in words. */
  readonly description: string;
  /** Its task and folder. */
  readonly detail: string;
  /** The name of a codicon. */
  readonly icon: string;
}

/** Asks the person to choose or type something; undefined if they cancel. */
export interface Pickers {
  pickFolder(folders: readonly FolderRef[]): Promise<FolderRef | undefined>;
  /** Asks for one of these tasks, or for a valid name of a new one. */
  pickTask(tasks: readonly Task[]): Promise<TaskChoice | undefined>;
  pickProvider(
    statuses: Promise<readonly ProviderStatus[]>,
    preferredId: string | undefined,
  ): Promise<string | undefined>;
  pickSession(choices: readonly SessionChoice[]): Promise<string | undefined>;
  /** Returns the index in `choices`. */
  pickConversation(choices: readonly ConversationChoice[]): Promise<number | undefined>;
  /** Asks for a task's name, which is validated while it is typed. */
  askTaskName(initial: string): Promise<string | undefined>;
  /** Asks for a session's name, which is validated while it is typed. */
  askSessionLabel(initial: string): Promise<string | undefined>;
  /** Asks for a text that is not empty. */
  askText(title: string, initial: string): Promise<string | undefined>;
}

export interface Choice<Value> {
  readonly label: string;
  readonly description?: string | undefined;
  readonly detail?: string | undefined;
  readonly value: Value;
}

/** Asks the person to choose; undefined if they cancel. */
export interface Choices {
  choose<Value>(question: string, choices: readonly Choice<Value>[]): Promise<Value | undefined>;
  /** The same for any number of them, of which some are chosen at first. */
  chooseMany<Value>(
    question: string,
    choices: readonly (Choice<Value> & { readonly isPicked: boolean })[],
  ): Promise<readonly Value[] | undefined>;
  /** Asks for a directory on this machine; returns its path. */
  chooseDirectory(title: string): Promise<string | undefined>;
}

interface TaskItem extends vscode.QuickPickItem {
  readonly taskId: string | undefined;
}

const MATCH_ALL = { matchOnDescription: true, matchOnDetail: true } as const;

export const quickPickers: Pickers = {
  async pickFolder(folders) {
    const items = folders.map((folder) => ({
      label: folder.name,
      description: folder.path,
      folder,
    }));
    const options = { placeHolder: 'In which folder?' };
    return (await vscode.window.showQuickPick(items, options))?.folder;
  },

  async pickTask(tasks) {
    const picked = await pickTask(tasks);
    if (picked?.kind !== 'new') {
      return picked;
    }
    const name = problemOf(parseTaskName, picked.name)
      ? await quickPickers.askTaskName(picked.name)
      : parseTaskName(picked.name);
    return name === undefined ? undefined : { kind: 'new', name };
  },

  async pickProvider(statuses, preferredId) {
    const items = statuses.then((found) => [...buildProviderItems(found, preferredId)]);
    const options = {
      placeHolder: 'Which agent?',
      matchOnDescription: true,
      ignoreFocusOut: true,
    };
    return (await vscode.window.showQuickPick(items, options))?.providerId;
  },

  async pickSession(choices) {
    const items = choices.map(({ icon, label, ...choice }) => ({
      ...choice,
      label: `$(${icon}) ${label}`,
    }));
    const options = { placeHolder: 'Which session?', ...MATCH_ALL };
    return (await vscode.window.showQuickPick(items, options))?.sessionId;
  },

  async pickConversation(choices) {
    const items = choices.map(({ icon, label, ...choice }, index) => ({
      ...choice,
      // Prompts must not be read as icons.
      label: `$(${icon}) ${label.replaceAll('$(', '\\$(')}`,
      index,
    }));
    const options = { placeHolder: 'Which conversation?', ...MATCH_ALL };
    return (await vscode.window.showQuickPick(items, options))?.index;
  },

  async askTaskName(initial) {
    const prompt = 'A few words for the piece of work.';
    return askParsed({ title: 'Task name', prompt, value: initial }, parseTaskName);
  },

  async askSessionLabel(initial) {
    return askParsed({ title: 'Session name', value: initial }, parseSessionLabel);
  },

  async askText(title, initial) {
    return vscode.window.showInputBox({
      title,
      value: initial,
      ignoreFocusOut: true,
      validateInput: (text) => (text.trim() === '' ? 'Type something.' : undefined),
    });
  },
};

function toItem<Value>({ label, description, detail, value }: Choice<Value>) {
  return {
    // Names from the person must not be read as icons.
    label: label.replaceAll('$(', '\\$('),
    ...(description === undefined ? {} : { description }),
    ...(detail === undefined ? {} : { detail }),
    value,
  };
}

/** Asks for a text that `parse` accepts; it is validated while it is typed. */
async function askParsed(
  options: vscode.InputBoxOptions,
  parse: (text: string) => string,
): Promise<string | undefined> {
  const text = await vscode.window.showInputBox({
    ...options,
    validateInput: (typed) => problemOf(parse, typed),
  });
  return text === undefined ? undefined : parse(text);
}

/** Returns the error message of `parse` for the text, if it throws. */
function problemOf(parse: (text: string) => string, text: string): string | undefined {
  try {
    parse(text);
    return undefined;
  } catch (error) {
    return toMessage(error);
  }
}

/**
 * Shows a list of tasks whose input is the name of a new one, not checked. Without tasks it returns an
 * empty name at once.
 */
function pickTask(tasks: readonly Task[]): Promise<TaskChoice | undefined> {
  if (tasks.length === 0) {
    return Promise.resolve({ kind: 'new', name: '' });
  }
  const store = new DisposableStore();
  const list = store.add(vscode.window.createQuickPick<TaskItem>());
  list.placeholder = 'In which task? Choose one, or type the name of a new one.';
  list.matchOnDescription = true;
  list.items = taskItems(tasks, '');
  return new Promise((resolve) => {
    const settle = (picked: TaskChoice | undefined): void => {
      resolve(picked);
      store.dispose();
    };
    store.add(list.onDidChangeValue((typed) => (list.items = taskItems(tasks, typed))));
    store.add(list.onDidAccept(() => settle(toPicked(list.activeItems[0], list.value))));
    store.add(list.onDidHide(() => settle(undefined)));
    list.show();
  });
}

function toPicked(item: TaskItem | undefined, typed: string): TaskChoice {
  return item?.taskId === undefined
    ? { kind: 'new', name: typed }
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

export const quickChoices: Choices = {
  async choose(question, choices) {
    const options = { placeHolder: question, matchOnDescription: true, ignoreFocusOut: true };
    return (await vscode.window.showQuickPick(choices.map(toItem), options))?.value;
  },

  async chooseMany(question, choices) {
    const items = choices.map((choice) => ({ ...toItem(choice), picked: choice.isPicked }));
    const options = { placeHolder: question, canPickMany: true, ignoreFocusOut: true } as const;
    const chosen = await vscode.window.showQuickPick(items, options);
    return chosen?.map(({ value }) => value);
  },

  async chooseDirectory(title) {
    const options = { title, canSelectFiles: false, canSelectFolders: true };
    const [chosen] = (await vscode.window.showOpenDialog(options)) ?? [];
    return chosen?.fsPath;
  },
};
