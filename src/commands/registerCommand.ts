import * as vscode from 'vscode';
import type { Disposable } from '../base/lifecycle';
import { COMMANDS, type CommandArguments, type CommandName } from '../config/contributions';
import type { TreeNode } from '../views/tree/treeModel';
import { parseCommandArguments } from './commandArguments';
import type { CommandDeps, CommandSource } from './commandDeps';
import { readCommandCall } from './readCommandCall';

export type CommandHandler<Name extends CommandName> = (
  deps: CommandDeps,
  args: CommandArguments[Name],
  source: CommandSource,
) => Promise<unknown>;

/**
 * Registers a command: its argument is parsed, what it throws is logged and shown, once.
 * So a call never rejects; one that came to nothing gives `undefined`.
 */
export function registerCommand<Name extends CommandName>(
  deps: CommandDeps,
  name: Name,
  handle: CommandHandler<Name>,
): Disposable {
  return vscode.commands.registerCommand(COMMANDS[name], async (...passed: unknown[]) => {
    try {
      const call = readCommandCall(passed, (): TreeNode | undefined => deps.selection());
      await deps.loaded;
      return await handle(deps, parseCommandArguments(name, call.argument), call.source);
    } catch (error) {
      deps.messages.showError(error);
      return undefined;
    }
  });
}
