import * as vscode from 'vscode';

/** One of several choices. */
export interface Choice<Value> {
  readonly label: string;
  readonly description?: string | undefined;
  readonly detail?: string | undefined;
  readonly value: Value;
}

/** Asks the person to choose; undefined if they cancel. */
export interface Choices {
  choose<Value>(question: string, choices: readonly Choice<Value>[]): Promise<Value | undefined>;
  /** Asks for a directory on this machine; returns its path. */
  chooseDirectory(title: string): Promise<string | undefined>;
}

/** Uses VS Code's quick pick and folder dialog. */
export const quickChoices: Choices = {
  async choose(question, choices) {
    const items = choices.map(({ label, description, detail, value }) => ({
      // Names from the person must not be read as icons.
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
