import * as vscode from 'vscode';
import { CONTEXT_KEYS, type ContextKeyValues } from '../../config/contributions';

/** Sets a context key of the extension, for the `when` clauses of the manifest. */
export function setContextKey<Key extends keyof ContextKeyValues>(
  key: Key,
  value: ContextKeyValues[Key],
): void {
  void vscode.commands.executeCommand('setContext', CONTEXT_KEYS[key], value);
}
