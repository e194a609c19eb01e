import { readlink } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { TaskWorktrees } from '../../agents/worktrees/taskWorktrees';
import type { Original } from '../../worktrees/changes/readOriginal';
import type { WorktreeStates } from '../../agents/worktrees/worktreeStates';
import { SessionError } from '../../base/errors';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { SerialQueue } from '../../base/serialQueue';
import { ORIGINAL_SCHEME } from '../../config/contributions';
import { formatRound } from '../../review/formatReview';
import type { Reviews } from '../../review/reviews';
import type { Task } from '../../tasks/task';
import type { TaskStore } from '../../tasks/taskStore';
import { explainNoDiff } from './planReview';
import {
  formatReviewQuery,
  parseReviewQuery,
  type FileDocument,
  type RoundDocument,
} from './reviewDocument';

/** How many files are read at a time: a review asks for all of its files at once. */
const PARALLEL_READS = 4;

export interface ReviewDocumentsDeps {
  readonly reviews: Pick<Reviews, 'get' | 'onDidChange'>;
  readonly tasks: Pick<TaskStore, 'find'>;
  readonly worktrees: Pick<TaskWorktrees, 'original'>;
  readonly worktreeStates: Pick<WorktreeStates, 'changesOf' | 'onDidChange'>;
}

/** The read-only documents on the sides of diffs, apart from the files themselves. */
export class ReviewDocuments implements Disposable, vscode.TextDocumentContentProvider {
  private readonly store = new DisposableStore();
  private readonly didChange = this.store.add(new vscode.EventEmitter<vscode.Uri>());
  private readonly queues = Array.from({ length: PARALLEL_READS }, () => new SerialQueue());
  private reads = 0;

  readonly onDidChange = this.didChange.event;

  constructor(private readonly deps: ReviewDocumentsDeps) {
    this.store.add(vscode.workspace.registerTextDocumentContentProvider(ORIGINAL_SCHEME, this));
    this.store.add(deps.worktreeStates.onDidChange(() => this.update('link')));
    this.store.add(deps.reviews.onDidChange(() => this.update('round')));
  }

  /** @param root the working tree. VS Code compares the paths of both sides to tell a renamed file. */
  uriOf(root: string, document: FileDocument): vscode.Uri {
    const query = formatReviewQuery(document);
    return vscode.Uri.file(join(root, document.path)).with({ scheme: ORIGINAL_SCHEME, query });
  }

  roundUriOf(document: RoundDocument): vscode.Uri {
    const query = formatReviewQuery(document);
    return vscode.Uri.from({
      scheme: ORIGINAL_SCHEME,
      path: `/Review ${document.round}.md`,
      query,
    });
  }

  /** Reads a file as the commit has it. */
  read(task: Task, { commit, path }: Pick<FileDocument, 'commit' | 'path'>) {
    const queue = this.queues[this.reads++ % PARALLEL_READS] ?? new SerialQueue();
    return queue.run(() => this.deps.worktrees.original(task, { since: commit, path }));
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const document = parseReviewQuery(uri.query);
    const task = document && this.deps.tasks.find(document.task);
    if (!task) {
      // VS Code may restore a diff after a reload although its task no longer exists.
      throw new SessionError('BAD_REQUEST', 'The task of this diff no longer exists: close it.');
    }
    switch (document.kind) {
      case 'round':
        return this.formatRound(task, document.round);
      case 'empty':
        return '';
      case 'link':
        return this.readLink(document);
      case 'original':
        return toText(await this.read(task, document), document.path);
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  /** Reads only what is listed as a changed link. Empty if it is no link any more. */
  private async readLink({ task, path }: FileDocument): Promise<string> {
    const found = this.deps.worktreeStates.changesOf(task);
    const { files, root } = found?.kind === 'read' ? found.changes : { files: [], root: '' };
    const isLink = files.some((file) => file.path === path && file.mode === 'link');
    return isLink ? readlink(join(root, path)).catch(() => '') : '';
  }

  private formatRound({ id, name }: Task, number: number): string {
    const found = this.deps.reviews.get(id).rounds.find((round) => round.number === number);
    return found ? formatRound(found, name) : `Review ${number} of ${name} is no longer stored.\n`;
  }

  private update(kind: 'link' | 'round'): void {
    vscode.workspace.textDocuments
      .map(({ uri }) => uri)
      .filter((uri) => uri.scheme === ORIGINAL_SCHEME && parseReviewQuery(uri.query)?.kind === kind)
      .forEach((uri) => this.didChange.fire(uri));
  }
}

function toText(original: Original, path: string): string {
  switch (original.kind) {
    case 'text':
      return original.text;
    case 'binary':
    case 'submodule':
    case 'tooLarge':
      return explainNoDiff(path, original.kind);
    case 'missing':
      return '';
  }
}
