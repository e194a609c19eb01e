import * as vscode from 'vscode';
import { toMessage } from '../../base/errors';
import { parseSessionLabel } from '../../tasks/sessionLabel';
import { parseTaskName } from '../../tasks/taskName';
import type { Pickers } from './pickers';
import { pickTask } from './pickTask';
import { buildProviderItems } from './providerItems';

/** Uses VS Code's quick picks and input boxes. */
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
    if (picked?.kind !== 'named') {
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
    const options = {
      placeHolder: 'Which session?',
      matchOnDescription: true,
      matchOnDetail: true,
    };
    return (await vscode.window.showQuickPick(items, options))?.sessionId;
  },

  async pickConversation(choices) {
    const items = choices.map(({ icon, label, ...choice }, index) => ({
      ...choice,
      // Prompts must not be read as icons.
      label: `$(${icon}) ${label.replaceAll('$(', '\\$(')}`,
      index,
    }));
    const options = {
      placeHolder: 'Which conversation?',
      matchOnDescription: true,
      matchOnDetail: true,
    };
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
