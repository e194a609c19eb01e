import * as vscode from 'vscode';
import { vscodeMessages } from '../dialogs/vscodeMessages';

/** Shows `title` in the status bar until `work` settles. */
export type Busy = <T>(title: string, work: () => Promise<T>) => Promise<T>;

export const showBusy: Busy = async (title, work) =>
  vscodeMessages.withProgress({ location: vscode.ProgressLocation.Window, title }, work);
