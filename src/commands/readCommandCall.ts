import { isRecord } from '../base/isRecord';
import type { TreeNode } from '../views/tree/treeModel';
import type { CommandSource } from './commandServices';

interface CommandCall {
  readonly argument: unknown;
  readonly source: CommandSource;
}

const ROW_KINDS: readonly unknown[] = ['folder', 'task', 'session'] satisfies TreeNode['kind'][];

/**
 * Distinguishes a person's call from a program's. A person's call has no argument, a row of the
 * tree, or from a keybinding of the tree `{ selected: true }`, which means the selected row. VS Code
 * passes `undefined` for a row that does not exist any more and for the buttons of a view's title.
 */
export function readCommandCall(
  passed: readonly unknown[],
  selection: () => TreeNode | undefined,
): CommandCall {
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
