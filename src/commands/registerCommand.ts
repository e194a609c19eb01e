import * as vscode from 'vscode';
import type { Disposable } from '../base/lifecycle';
import { COMMANDS, type CommandArguments, type CommandName } from '../config/contributions';
import type { TreeNode } from '../views/tree/treeModel';
import { parseCommandArguments } from './commandArguments';
import type { CommandServices, CommandSource } from './commandServices';
import { readCommandCall } from './readCommandCall';

/** `Deps` are the services that the command uses. */
export type CommandHandler<Name extends CommandName, Deps> = (
  deps: Deps,
  args: CommandArguments[Name],
  source: CommandSource,
) => Promise<unknown>;

/** Registers a command, whose handler is called with `deps`. */
export type RegisterCommand = <Name extends CommandName, Deps>(
  name: Name,
  deps: Deps,
  handle: CommandHandler<Name, Deps>,
) => void;

/**
 * Registers a command. Parses its argument, and logs and shows an error once. A call never rejects;
 * a failed one returns `undefined`.
 */
export function registerCommand<Name extends CommandName>(
  { loaded, messages, selection }: Pick<CommandServices, 'loaded' | 'messages' | 'selection'>,
  name: Name,
  handle: (args: CommandArguments[Name], source: CommandSource) => Promise<unknown>,
): Disposable {
  return vscode.commands.registerCommand(COMMANDS[name], async (...passed: unknown[]) => {
    try {
      const call = readCommandCall(passed, (): TreeNode | undefined => selection());
      await loaded;
      return await handle(parseCommandArguments(name, call.argument), call.source);
    } catch (error) {
      messages.showError(error);
      return undefined;
    }
  });
}
