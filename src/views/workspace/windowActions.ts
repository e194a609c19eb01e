import * as vscode from 'vscode';

/** What the window does for a command. */
export interface WindowActions {
  readonly copyText: (text: string) => PromiseLike<void>;
  /** Opens a directory in a new window. */
  readonly openFolder: (path: string) => PromiseLike<unknown>;
  /** Opens an untitled document; returns what reads its text, undefined once it is closed. */
  readonly openMarkdown: (text: string) => PromiseLike<() => string | undefined>;
}

export const windowActions: WindowActions = {
  copyText: (text) => vscode.env.clipboard.writeText(text),
  openFolder: (path) =>
    vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(path), {
      forceNewWindow: true,
    }),
  openMarkdown: async (content) => {
    const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
    await vscode.window.showTextDocument(document);
    return () => (document.isClosed ? undefined : document.getText());
  },
};
