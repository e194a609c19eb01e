import * as vscode from 'vscode';
import { withoutLinks } from './messageText';

/**
 * The messages of VS Code. All texts pass through here without links: VS Code shows
 * `[words](command:...)` in them as a link that runs a command, and parts of a text may come from a
 * repository or an agent.
 */
export const vscodeMessages = {
  showError: (text: string, ...buttons: readonly string[]): Thenable<string | undefined> =>
    vscode.window.showErrorMessage(withoutLinks(text), ...buttons),

  showWarning: (text: string, ...buttons: readonly string[]): Thenable<string | undefined> =>
    vscode.window.showWarningMessage(withoutLinks(text), ...buttons),

  showInformation: (text: string, ...buttons: readonly string[]): Thenable<string | undefined> =>
    vscode.window.showInformationMessage(withoutLinks(text), ...buttons),

  /** Shows a dialog that blocks everything else. */
  showModal: async (
    text: string,
    detail: string | undefined,
    buttons: readonly vscode.MessageItem[],
  ): Promise<string | undefined> => {
    const shown = detail === undefined ? {} : { detail: withoutLinks(detail) };
    const options = { modal: true, ...shown };
    return (await vscode.window.showWarningMessage(withoutLinks(text), options, ...buttons))?.title;
  },

  /** Shows `title` and each reported step until `work` settles. */
  withProgress: <T>(
    { title, ...options }: vscode.ProgressOptions & { readonly title: string },
    work: (report: (message: string) => void, token: vscode.CancellationToken) => Thenable<T>,
  ): Thenable<T> =>
    vscode.window.withProgress({ ...options, title: withoutLinks(title) }, (progress, token) =>
      work((message) => progress.report({ message: withoutLinks(message) }), token),
    ),
} as const;
