import * as vscode from 'vscode';

/** One of a few things to choose from. */
export interface Choice<Value> {
  readonly label: string;
  readonly description?: string | undefined;
  readonly detail?: string | undefined;
  readonly value: Value;
}

/** Asks the person to choose; `undefined` where they would rather not. */
export interface Choices {
  choose<Value>(question: string, choices: readonly Choice<Value>[]): Promise<Value | undefined>;
  /** A directory on this machine, by its path. */
  chooseDirectory(title: string): Promise<string | undefined>;
}

/** By VS Code's own list and dialog. */
export const quickChoices: Choices = {
  async choose(question, choices) {
    const items = choices.map(({ label, description, detail, value }) => ({
      // What the person has named is no icon of ours.
      label: label.replaceAll('$(', '\\$('),
      ...(description === undefined ? {} : { description }),
      ...(detail === undefined ? {} : { detail }),
      value,
    }));
    const options = { placeHolder: question, matchOnDescription: true, ignoreFocusOut: true };
    return (await vscode.window.showQuickPick(items, options))?.value;
  },

  async chooseDirectory(title) {
    const [chosen] =
      (await vscode.window.showOpenDialog({
        title,
        canSelectFiles: false,
        canSelectFolders: true,
      })) ?? [];
    return chosen?.fsPath;
  },
};
