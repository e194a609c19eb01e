import * as vscode from 'vscode';

/** The selection of the editor that has the focus, or had it last. */
export interface EditorSelection {
  readonly text: string;
  /** The file's path, if its content on disk is what the editor shows. */
  readonly savedPath: string | undefined;
  /** Counted from 1. */
  readonly firstLine: number;
  readonly lastLine: number;
}

export function readEditorSelection(): EditorSelection | undefined {
  const editor = vscode.window.activeTextEditor;
  if (!editor) {
    return undefined;
  }
  const { document, selection } = editor;
  const isSaved = document.uri.scheme === 'file' && !document.isDirty;
  // A selection that ends before a line's first character does not contain that line.
  const endsEarly = selection.end.character === 0 && !selection.isSingleLine;
  return {
    text: selection.isEmpty
      ? document.lineAt(selection.start.line).text
      : document.getText(selection),
    savedPath: isSaved ? document.uri.fsPath : undefined,
    firstLine: selection.start.line + 1,
    lastLine: selection.end.line + (endsEarly ? 0 : 1),
  };
}
