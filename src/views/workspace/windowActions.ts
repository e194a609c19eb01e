import { join } from 'node:path';
import * as vscode from 'vscode';

/** What the window does for a command. */
export interface WindowActions {
  readonly copyText: (text: string) => PromiseLike<void>;
  /** Opens a directory in a new window. */
  readonly openFolder: (path: string) => PromiseLike<unknown>;
  /** Opens an http or https URL in the browser. */
  readonly openUrl: (url: string) => PromiseLike<unknown>;
  /** Opens files of a merge that conflict in the merge editor, or as they are if there is none. */
  readonly openConflicts: (root: string, files: readonly string[]) => Promise<void>;
  /** Opens an untitled document; returns what reads its text, undefined once it is closed. */
  readonly openMarkdown: (text: string) => PromiseLike<() => string | undefined>;
}

export const windowActions: WindowActions = {
  copyText: (text) => vscode.env.clipboard.writeText(text),
  openFolder: (path) =>
    vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(path), {
      forceNewWindow: true,
    }),
  openConflicts: async (root, files) => {
    const { commands, window, Uri } = vscode;
    for (const file of files.slice(0, MAX_EDITORS)) {
      const uri = Uri.file(join(root, file));
      try {
        await commands.executeCommand('git.openRepository', root);
        await commands.executeCommand('git.openMergeEditor', uri);
      } catch {
        // VS Code's git is turned off.
        await window.showTextDocument(uri, { preview: false });
      }
    }
  },
  openUrl: (url) => vscode.env.openExternal(vscode.Uri.parse(url, true)),
  openMarkdown: async (content) => {
    const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
    await vscode.window.showTextDocument(document);
    return () => (document.isClosed ? undefined : document.getText());
  },
};

/** The others are in VS Code's Source Control view. */
const MAX_EDITORS = 10;
