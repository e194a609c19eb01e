import * as vscode from 'vscode';
import type { PreparedStart } from '../../agents/preparedStart';
import type { SessionTerminals } from './sessionTerminals';
import { subjectOfStart } from './terminalSubject';

/** Starts an agent from the terminal's + menu. VS Code chooses where the terminal opens. */
export async function provideTerminalProfile(deps: {
  /** Asks the person for all that a start needs; undefined if they cancel. */
  prepare(): Promise<PreparedStart | undefined>;
  readonly terminals: SessionTerminals;
  showError(error: unknown): void;
}): Promise<vscode.TerminalProfile> {
  const prepared = await deps.prepare().catch((error: unknown) => deps.showError(error));
  if (!prepared) {
    // VS Code shows the message of a thrown error and reports a missing profile as an error; only
    // an error with an empty message ends the call silently.
    throw new Error('');
  }
  return new vscode.TerminalProfile(deps.terminals.createProfileOptions(subjectOfStart(prepared)));
}
