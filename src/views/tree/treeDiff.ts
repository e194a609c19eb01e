import type { DisplayOf, ProviderDisplay } from '../dialogs/providerDisplay';
import type { NodePresentation } from './treeItem';
import type { TreeEntry } from './treeModel';
import { presentNode } from './treePresentation';

/** A drawn row with its children, to determine which rows have to be redrawn. */
interface DrawnRow {
  readonly entry: TreeEntry;
  readonly presentation: NodePresentation;
  /** Equal for equal rows. */
  readonly signature: string;
}

/** All rows by id; parents precede their children. */
export type DrawnTree = ReadonlyMap<string, DrawnRow>;

export function drawTree(roots: readonly TreeEntry[], displayOf: DisplayOf): DrawnTree {
  const rows = new Map<string, DrawnRow>();
  // `displayOf` reads settings, which is slow, so it is called once per provider and folder.
  const displays = new Map<string, ProviderDisplay>();
  const rememberedDisplayOf: DisplayOf = (id, folderUri) => {
    const key = `${id} ${folderUri}`;
    const display = displays.get(key) ?? displayOf(id, folderUri);
    displays.set(key, display);
    return display;
  };
  const draw = (entry: TreeEntry): void => {
    rows.set(entry.node.id, FILE_ROWS.get(entry) ?? drawRow(entry, rememberedDisplayOf));
    entry.children.forEach(draw);
  };
  roots.forEach(draw);
  return rows;
}

/** A file's row depends on its entry alone, which is the same as long as the changes are: there can be thousands. */
const FILE_ROWS = new WeakMap<TreeEntry, DrawnRow>();

function drawRow(entry: TreeEntry, displayOf: DisplayOf): DrawnRow {
  const presentation = presentNode(entry, displayOf);
  const childIds = entry.children.map(({ node }) => node.id);
  const row = { entry, presentation, signature: JSON.stringify([presentation, childIds]) };
  if (entry.node.kind === 'file') {
    FILE_ROWS.set(entry, row);
  }
  return row;
}

/**
 * Returns the ids of the rows to redraw together with all rows below them; none of them is below
 * another. Returns `all` if the top rows differ, or the id of one of them does for VS Code: that then
 * redraws the parent, and of a top row nothing.
 */
export function diffTrees(before: DrawnTree, after: DrawnTree): 'all' | readonly string[] {
  if (rootIds(before) !== rootIds(after) || hasExpanded(before, after)) {
    return 'all';
  }
  const changed = new Set<string>();
  for (const [id, { entry, signature }] of after) {
    const isSame = before.get(id)?.signature === signature;
    if (!isSame && !isBelow(entry.parentId, changed, after)) {
      changed.add(id);
    }
  }
  return [...changed];
}

function hasExpanded(before: DrawnTree, after: DrawnTree): boolean {
  return [...after].some(
    ([id, { entry, presentation }]) =>
      entry.parentId === undefined &&
      isExpanded(presentation) !== isExpanded(before.get(id)?.presentation),
  );
}

/** Whether VS Code shows a row as expanded at first, which is in its id there. */
function isExpanded(row: NodePresentation | undefined): boolean {
  return row?.collapsible === 'expanded';
}

function isBelow(id: string | undefined, ids: ReadonlySet<string>, tree: DrawnTree): boolean {
  return id !== undefined && (ids.has(id) || isBelow(tree.get(id)?.entry.parentId, ids, tree));
}

function rootIds(tree: DrawnTree): string {
  const roots: string[] = [];
  for (const [id, { entry }] of tree) {
    if (entry.parentId === undefined) {
      roots.push(id);
    }
  }
  return JSON.stringify(roots);
}
