import { join } from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { toVisibleText } from '../../base/text/visibleText';
import { CHANGE_SCHEME } from '../../config/contributions';
import type { ReviewMarks } from '../../review/reviewMarks';
import type { Task } from '../../tasks/task';
import type { ChangedFile, Changes, ChangeKind } from '../../worktrees/changes/changes';
import { vscodeMessages } from '../dialogs/vscodeMessages';
import { CHANGE_KINDS } from '../tree/changes/changePresentation';
import {
  explainNoDiff,
  formatDiffTitle,
  isOnlyFile,
  opensInstead,
  planFile,
  planReview,
  type FileDiff,
  type NoDiffReason,
  type ReviewSide,
} from './planReview';
import { ReviewOffers, type ReviewOffersDeps } from './reviewOffers';
import { ReviewDocuments, type ReviewDocumentsDeps } from './reviewDocuments';

const OPEN_FILE = 'Open File';
const REVIEW_AGAIN = 'Review Again';

/** What a review is about: a task, and what it had changed when the review opened. */
interface Reviewed {
  readonly task: Task;
  readonly changes: Changes;
}

interface ReviewEditorsDeps extends ReviewDocumentsDeps {
  readonly marks: Pick<ReviewMarks, 'see'>;
  readonly showError: (error: unknown) => void;
  readonly status: ReviewOffersDeps['status'];
  readonly worktreeStates: ReviewDocumentsDeps['worktreeStates'] &
    ReviewOffersDeps['worktreeStates'];
}

/** Opens diffs of what a task has changed. */
export class ReviewEditors implements Disposable {
  private readonly store = new DisposableStore();
  private readonly offers: ReviewOffers;
  readonly documents: ReviewDocuments;

  constructor(private readonly deps: ReviewEditorsDeps) {
    const { status, worktreeStates } = deps;
    this.documents = this.store.add(new ReviewDocuments(deps));
    this.offers = this.store.add(
      new ReviewOffers({
        status,
        worktreeStates,
        tabLabels: () =>
          vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).map(({ label }) => label),
        offer: async (sentence) =>
          (await vscodeMessages.showInformation(sentence, REVIEW_AGAIN)) === REVIEW_AGAIN,
        reopen: (task, changes) => this.openAll({ task, changes }),
        showError: deps.showError,
      }),
    );
    this.store.add(
      vscode.window.registerFileDecorationProvider({ provideFileDecoration: decorateChange }),
    );
  }

  /**
   * Opens the diff of a file, or shows why there is none.
   * @param at `beside`: beside the active group of editors. `line`: of the right side, from 1; default: the
   * first difference.
   */
  async openFile(
    reviewed: Reviewed,
    path: string,
    at: { readonly beside?: boolean; readonly line?: number | undefined } = {},
  ): Promise<void> {
    this.see(reviewed.task, (all) => isOnlyFile(all, path));
    const file = reviewed.changes.files.find((one) => one.path === path);
    if (!file) {
      void vscodeMessages.showInformation(`${toVisibleText(path)} is no longer changed.`);
      return;
    }
    const plan = planFile(file);
    const reason =
      plan.kind === 'none' ? plan.reason : await this.findObstacle(reviewed, plan.diff);
    if (plan.kind === 'none' || reason) {
      void this.explain(reviewed.changes, file, reason ?? 'binary');
      return;
    }
    const { left, right } = plan.diff;
    await vscode.commands.executeCommand(
      'vscode.diff',
      this.uriOf(reviewed, left) ?? this.emptyUri(reviewed, path),
      this.uriOf(reviewed, right) ?? this.emptyUri(reviewed, path),
      formatDiffTitle(path, reviewed.task),
      {
        preview: true,
        viewColumn: at.beside === true ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active,
        ...(at.line !== undefined && { selection: lineRange(at.line) }),
      },
    );
  }

  /** Opens all files in one editor. Its list does not change any more. */
  async openAll(reviewed: Reviewed): Promise<void> {
    const { diffs, leftOut, title } = planReview(reviewed.task, reviewed.changes);
    this.see(reviewed.task, () => true);
    if (diffs.length > 0) {
      const resources = diffs.map(({ path, left, right }) => [
        vscode.Uri.file(join(reviewed.changes.root, path)),
        this.uriOf(reviewed, left),
        this.uriOf(reviewed, right),
      ]);
      await vscode.commands.executeCommand('vscode.changes', title, resources);
      this.offers.note(reviewed.task, reviewed.changes, title);
    }
    if (leftOut !== undefined) {
      void vscodeMessages.showInformation(leftOut);
    }
  }

  /** Opens the page of a round: what was said, and what came of it. */
  async openRound(task: Task, round: number): Promise<void> {
    const uri = this.documents.roundUriOf({ kind: 'round', task: task.id, round });
    await vscode.commands.executeCommand('vscode.open', uri);
  }

  dispose(): void {
    this.store.dispose();
  }

  /** Notes that the person looks at all changes of a task, also while only uncommitted ones are shown. */
  private see({ id }: Task, areAllShown: (changes: Changes) => boolean): void {
    const { marks, showError, worktreeStates } = this.deps;
    const found = worktreeStates.changesOf(id);
    if (found?.kind === 'read' && areAllShown(found.changes)) {
      marks.see(id, found.changes).catch(showError);
    }
  }

  /** The commit may have a binary file where the working tree has text. */
  private async findObstacle(
    { task, changes }: Reviewed,
    { left }: FileDiff,
  ): Promise<NoDiffReason | undefined> {
    const found =
      left && (await this.documents.read(task, { commit: changes.since, path: left.path }));
    return found?.kind === 'binary' || found?.kind === 'tooLarge' ? found.kind : undefined;
  }

  private async explain({ root }: Changes, file: ChangedFile, reason: NoDiffReason): Promise<void> {
    const text = explainNoDiff(file.path, reason);
    const buttons = opensInstead(file, reason) ? [OPEN_FILE] : [];
    if ((await vscodeMessages.showInformation(text, ...buttons)) === OPEN_FILE) {
      await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(join(root, file.path)));
    }
  }

  private uriOf({ task, changes }: Reviewed, side: ReviewSide | undefined): vscode.Uri | undefined {
    switch (side?.kind) {
      case undefined:
        return undefined;
      case 'file':
        return vscode.Uri.file(join(changes.root, side.path));
      case 'original':
      case 'link':
        return this.documents.uriOf(changes.root, {
          kind: side.kind,
          path: side.path,
          task: task.id,
          commit: changes.since,
        });
    }
  }

  private emptyUri({ task, changes }: Reviewed, path: string): vscode.Uri {
    return this.documents.uriOf(changes.root, {
      kind: 'empty',
      path,
      task: task.id,
      commit: changes.since,
    });
  }
}

function lineRange(line: number): vscode.Range {
  return new vscode.Range(line - 1, 0, line - 1, 0);
}

/** The badge and the colour of a changed file's row. */
function decorateChange({ scheme, query }: vscode.Uri): vscode.FileDecoration | undefined {
  if (scheme !== CHANGE_SCHEME || !Object.hasOwn(CHANGE_KINDS, query)) {
    return undefined;
  }
  const { badge, color, words } = CHANGE_KINDS[query as ChangeKind];
  return new vscode.FileDecoration(badge, words, new vscode.ThemeColor(color));
}
