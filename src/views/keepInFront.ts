import * as vscode from 'vscode';

/**
 * Remembers which text the person looks at; what it gives brings that back to the front, though
 * terminals have opened before it meanwhile.
 */
export function keepInFront(): () => Promise<void> {
  const editor = vscode.window.activeTextEditor;
  return async () => {
    if (editor && !editor.document.isClosed) {
      const { document, viewColumn } = editor;
      const column = viewColumn === undefined ? {} : { viewColumn };
      await vscode.window.showTextDocument(document, { ...column, preserveFocus: true });
    }
  };
}
