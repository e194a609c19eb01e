import * as vscode from 'vscode';
import type { PreparedStart } from '../../agents/agentService';
import type { Disposable } from '../../base/lifecycle';
import { TERMINAL_PROFILE } from '../../config/contributions';
import type { SessionTerminals } from './sessionTerminals';
import { subjectOfStart } from './terminalSubject';

export interface TerminalProfileDeps {
  /** Asks for all that a start needs; `undefined` where the person would rather not. */
  prepare(): Promise<PreparedStart | undefined>;
  readonly terminals: Pick<SessionTerminals, 'createProfileOptions'>;
  showError(error: unknown): void;
}

/** Starts an agent from the terminal's + menu; where its terminal opens is for VS Code to say. */
export function registerTerminalProfile(deps: TerminalProfileDeps): Disposable {
  return vscode.window.registerTerminalProfileProvider(TERMINAL_PROFILE, {
    provideTerminalProfile: () => provideProfile(deps),
  });
}

async function provideProfile(deps: TerminalProfileDeps): Promise<vscode.TerminalProfile> {
  const prepared = await deps.prepare().catch((error: unknown) => deps.showError(error));
  if (!prepared) {
    // VS Code shows what a provider throws, and complains of one that gives nothing; only
    // an error without a message ends the matter quietly.
    throw new Error('');
  }
  return new vscode.TerminalProfile(deps.terminals.createProfileOptions(subjectOfStart(prepared)));
}
