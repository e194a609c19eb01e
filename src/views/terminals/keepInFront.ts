import * as vscode from 'vscode';

/** Whether the active tab is one that {@link keepInFront} can bring back. */
export function hasFront(): boolean {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputTerminal || input instanceof vscode.TabInputText;
}

/**
 * Records the text or terminal that is active. The returned function brings it back to the front,
 * without the focus, after another terminal has opened.
 */
export function keepInFront(): () => Promise<void> {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const { activeTerminal: terminal, activeTextEditor: editor } = vscode.window;
  return async () => {
    if (input instanceof vscode.TabInputTerminal) {
      terminal?.show(true);
    } else if (input instanceof vscode.TabInputText && editor && !editor.document.isClosed) {
      const { document, viewColumn } = editor;
      const column = viewColumn === undefined ? {} : { viewColumn };
      await vscode.window.showTextDocument(document, { ...column, preserveFocus: true });
    }
  };
}
