import * as vscode from 'vscode';
import { DISABLED } from '../../base/disabled';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { TERMINAL_PROFILE, VIEWS } from '../../config/contributions';

const NO_ROWS: vscode.TreeDataProvider<never> = {
  getChildren: () => [],
  getTreeItem: (row) => row,
};

/** Shows in the view of the sessions, and in the terminal's + menu, that the extension is disabled. */
export function showDisabledViews(): Disposable {
  const store = new DisposableStore();
  const view = store.add(
    vscode.window.createTreeView(VIEWS.sessions, { treeDataProvider: NO_ROWS }),
  );
  view.message = DISABLED;
  store.add(
    vscode.window.registerTerminalProfileProvider(TERMINAL_PROFILE, {
      provideTerminalProfile: () => {
        throw new Error(DISABLED);
      },
    }),
  );
  return store;
}
