import * as vscode from 'vscode';
import { showBusy } from '../views/terminals/busy';
import { quickChoices } from '../views/dialogs/choices';
import { readEditorSelection } from '../views/workspace/editorSelection';
import { showProgress } from '../views/dialogs/progress';
import { modalQuestions } from '../views/dialogs/questions';
import { quickPickers } from '../views/dialogs/quickPickers';
import { readWorkspaceState } from '../views/workspace/workspaceState';
import type { VsCodeServices } from './commandServices';

/** The services of VS Code itself. */
export const VSCODE: VsCodeServices = {
  pickers: quickPickers,
  questions: modalQuestions,
  choices: quickChoices,
  busy: showBusy,
  progress: showProgress,
  openFolder: (path) =>
    vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(path), {
      forceNewWindow: true,
    }),
  copyText: (text) => vscode.env.clipboard.writeText(text),
  openMarkdown: async (content) =>
    vscode.window.showTextDocument(
      await vscode.workspace.openTextDocument({ language: 'markdown', content }),
    ),
  workspace: readWorkspaceState,
  editorSelection: readEditorSelection,
};
