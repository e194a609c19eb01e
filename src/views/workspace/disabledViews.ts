import * as vscode from 'vscode';
import { DISABLED } from '../../base/disabled';
import type { Disposable } from '../../base/lifecycle';
import { VIEWS } from '../../config/contributions';

const NO_ROWS: vscode.TreeDataProvider<never> = {
  getChildren: () => [],
  getTreeItem: (row) => row,
};

/** Shows in the view of the sessions that the extension is disabled. */
export function showDisabledViews(): Disposable {
  const view = vscode.window.createTreeView(VIEWS.sessions, { treeDataProvider: NO_ROWS });
  view.message = DISABLED;
  return view;
}
