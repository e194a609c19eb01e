import type { CommandArguments, CommandName } from '../config/contributions';
import type { TreeNode } from '../views/tree/treeModel';
import { parseCommandArguments } from './commandArguments';
import type { CommandServices, CommandSource } from './commandServices';
import { readCommandCall } from './readCommandCall';

/** Runs a command with what VS Code passes. Never rejects; a failed command returns `undefined`. */
export type CommandCall = (...passed: unknown[]) => Promise<unknown>;

/** Runs a command. */
export type CommandHandler<Name extends CommandName> = (
  services: CommandServices,
  args: CommandArguments[Name],
  source: CommandSource,
) => Promise<unknown>;

/** Adds a command with its handler. */
export type AddCommand = <Name extends CommandName>(
  name: Name,
  handle: CommandHandler<Name>,
) => void;

/** Parses the argument of a command, and logs and shows an error once. */
export function createCommandCall<Name extends CommandName>(
  { loaded, messages, selection }: Pick<CommandServices, 'loaded' | 'messages' | 'selection'>,
  name: Name,
  handle: (args: CommandArguments[Name], source: CommandSource) => Promise<unknown>,
): CommandCall {
  return async (...passed) => {
    try {
      const call = readCommandCall(passed, (): TreeNode | undefined => selection());
      await loaded;
      return await handle(parseCommandArguments(name, call.argument), call.source);
    } catch (error) {
      messages.showError(error);
      return undefined;
    }
  };
}
