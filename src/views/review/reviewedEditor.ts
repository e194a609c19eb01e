import * as vscode from 'vscode';
import { ORIGINAL_SCHEME } from '../../config/contributions';
import type { Task } from '../../tasks/task';
import type { Changes } from '../../worktrees/changes/changes';
import { findSubjects, type ThreadSubjectsDeps } from './threadSubjects';

/** The file of an editor, as one of the files that a task has changed. */
export interface ReviewedFile {
  readonly task: Task;
  readonly path: string;
  readonly changes: Changes;
}

/** The file of the active editor, once for each task that has changed it; also of the left side of a diff. */
export function readReviewedEditor(deps: ThreadSubjectsDeps): readonly ReviewedFile[] {
  const uri = vscode.window.activeTextEditor?.document.uri;
  const subjects = uri ? findSubjects(deps, toDocument(uri)) : [];
  return subjects.map(({ changes, path, side, task }) => {
    // The left side of a renamed file has its former path.
    const now = changes.files.find(({ previousPath }) => previousPath === path)?.path ?? path;
    return { task, path: side === 'original' ? now : path, changes };
  });
}

export function toDocument(uri: vscode.Uri): Parameters<typeof findSubjects>[1] {
  return uri.scheme === ORIGINAL_SCHEME
    ? { kind: 'original', query: uri.query }
    : { kind: 'file', path: uri.scheme === 'file' ? uri.fsPath : '' };
}
