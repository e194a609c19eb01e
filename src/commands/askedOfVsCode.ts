import * as vscode from 'vscode';
import { showBusy } from '../views/busy';
import { quickChoices } from '../views/choices';
import { readEditorSelection } from '../views/editorSelection';
import { showProgress } from '../views/progress';
import { modalQuestions } from '../views/questions';
import { quickPickers } from '../views/quickPickers';
import { readWorkspaceState } from '../views/workspaceState';
import type { CommandDeps } from './commandDeps';

/** What commands ask of VS Code and of the person, the same in every window. */
export const ASKED_OF_VSCODE = {
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
  workspace: readWorkspaceState,
  editorSelection: readEditorSelection,
} as const satisfies Partial<CommandDeps>;
