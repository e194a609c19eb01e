import { isRecord } from '../base/isRecord';
import type { CommandName } from '../config/contributions';
import type { TreeNode } from '../views/tree/treeModel';
import { parseCommandArguments, type CommandArguments } from './commandArguments';
import type { CommandServices, CommandSource } from './commandServices';

/** Runs a command with what VS Code passes. Never rejects; a failed command returns `undefined`. */
export type CommandCall = (...passed: unknown[]) => Promise<unknown>;

/** Parses the argument of a command, and logs and shows an error once. */
export function createCommandCall<Name extends CommandName>(
  { loaded, messages, selection }: Pick<CommandServices, 'loaded' | 'messages' | 'selection'>,
  name: Name,
  handle: (args: CommandArguments[Name], source: CommandSource) => Promise<unknown>,
): CommandCall {
  return async (...passed) => {
    try {
      const { argument, source } = readCommandCall(passed, selection);
      await loaded;
      return await handle(parseCommandArguments(name, argument), source);
    } catch (error) {
      messages.showError(error);
      return undefined;
    }
  };
}

const ROW_KINDS: readonly unknown[] = [
  'folder',
  'task',
  'session',
  'changes',
  'file',
  'moreFiles',
  'comments',
  'comment',
  'round',
] satisfies TreeNode['kind'][];

/**
 * Distinguishes a person's call from a program's. A person's call has no argument, a row of the
 * tree, or from a keybinding of the tree `{ selected: true }`, which means the selected row. VS Code
 * passes `undefined` for a row that does not exist any more and for the buttons of a view's title.
 */
export function readCommandCall(
  passed: readonly unknown[],
  selection: () => TreeNode | undefined,
): { readonly argument: unknown; readonly source: CommandSource } {
  const [raw] = passed;
  if (raw === undefined || raw === null) {
    return { argument: undefined, source: passed.length === 0 ? 'person' : 'goneRow' };
  }
  if (fieldOf(raw, 'selected') === true) {
    return { argument: selection(), source: 'selection' };
  }
  const isRow = ROW_KINDS.includes(fieldOf(raw, 'kind')) && fieldOf(raw, 'id') !== undefined;
  return { argument: raw, source: isRow ? 'person' : 'program' };
}

function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}
