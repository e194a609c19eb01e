import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { TaskWorktrees } from '../../agents/worktrees/taskWorktrees';
import type { WorktreeStates } from '../../agents/worktrees/worktreeStates';
import type { Clock } from '../../base/clock';
import { SessionError } from '../../base/errors';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { SerialQueue } from '../../base/serialQueue';
import { ORIGINAL_SCHEME, REVIEW_CONTROLLER } from '../../config/contributions';
import type { PlacedComment } from '../../review/formatReview';
import { createLocator } from '../../review/locateComment';
import { groupByFile, pathNow, type Reviews } from '../../review/reviews';
import type { Task } from '../../tasks/task';
import type { TaskStore } from '../../tasks/taskStore';
import type { Changes } from '../../worktrees/changes/changes';
import type { Choices } from '../dialogs/quickPickers';
import { JoinedEvent } from '../tree/joinedEvent';
import { listShown, planThreads, type ThreadPlan } from './planThreads';
import type { ReviewDocuments } from './reviewDocuments';
import { ReviewComments } from './threadComment';
import { findSubjects, type ThreadSubject } from './threadSubjects';

/** The delay after the first of several changes until the threads are placed again, in milliseconds. */
const PLACE_DELAY_MS = 100;

export interface ReviewThreadsDeps {
  readonly clock: Clock;
  readonly reviews: Reviews;
  readonly tasks: Pick<TaskStore, 'find' | 'list' | 'onDidChange'>;
  readonly worktrees: Pick<TaskWorktrees, 'original'>;
  readonly worktreeStates: Pick<WorktreeStates, 'changesOf' | 'onDidChange'>;
  readonly documents: Pick<ReviewDocuments, 'uriOf'>;
  readonly choices: Choices;
  logError(error: unknown): void;
}

interface ShownThread {
  readonly thread: vscode.CommentThread;
  readonly task: string;
  plan: ThreadPlan;
}

/** The comments of reviews on the lines of editors, on both sides of diffs and in the files themselves. */
export class ReviewThreads implements Disposable {
  private readonly store = new DisposableStore();
  private readonly controller: vscode.CommentController;
  private readonly queue = new SerialQueue();
  /** By task, URI and key of the plan. */
  private threads = new Map<string, ShownThread>();
  private readonly comments = new ReviewComments();
  /** The files that take comments, as last told to VS Code. */
  private commented: readonly unknown[] = [];
  /** The comment that the person has just added: its thread is open. */
  private added: string | undefined;

  constructor(private readonly deps: ReviewThreadsDeps) {
    const controller = vscode.comments.createCommentController(
      REVIEW_CONTROLLER,
      'Agent Terminals',
    );
    this.controller = this.store.add(controller);
    controller.options = {
      prompt: 'Comment for the agent...',
      placeHolder: 'What should the agent change?',
    };
    this.offerRanges();
    const { clock, reviews, tasks, worktreeStates } = deps;
    const documents = vscode.workspace.onDidChangeTextDocument;
    const events = [reviews.onDidChange, tasks.onDidChange, worktreeStates.onDidChange];
    const changed = this.store.add(new JoinedEvent(clock, PLACE_DELAY_MS, [...events, documents]));
    this.store.add(changed.event(() => void this.refresh()));
    this.refresh();
  }

  /**
   * Stores the text of a reply box as a draft.
   * @throws {SessionError} `ILLEGAL_STATE` if no task has changed the file any more.
   */
  async add({ thread, text }: vscode.CommentReply): Promise<void> {
    const { range, uri } = thread;
    const subject = await this.choose(findSubjects(this.deps, toDocument(uri)));
    if (subject === 'cancelled') {
      return;
    }
    if (!subject || !range) {
      throw new SessionError(
        'ILLEGAL_STATE',
        'The comment was not added, because no task has changed this file: comment on a line of a changed file.',
      );
    }
    const file = (await vscode.workspace.openTextDocument(uri)).getText();
    const { end, start } = range;
    const last = end.character === 0 && end.line > start.line ? end.line : end.line + 1;
    const lines = { ...subject, line: start.line + 1, endLine: last };
    const { reviews } = this.deps;
    const stored = reviews.addComment(subject.task.id, lines, { file, text });
    // Known before it is on disk, since its thread can be shown before that.
    this.added = reviews.get(subject.task.id).comments.at(-1)?.id;
    await stored;
    await this.refresh();
    if (![...this.threads.values()].some((shown) => shown.thread === thread)) {
      // The box of VS Code, in whose place the thread is now.
      thread.dispose();
    }
  }

  /** Lets a person edit a draft in its place. */
  edit(task: string, id: string): void {
    const comment = this.deps.reviews.get(task).comments.find((one) => one.id === id);
    if (comment) {
      this.comments.edit(task, comment);
      this.redraw(id);
    }
  }

  /** Stores the text of an edited draft. @throws {SessionError} as {@link Reviews.editComment}. */
  async save(task: string, id: string): Promise<void> {
    const text = this.comments.textOf(id);
    if (text !== undefined) {
      await this.deps.reviews.editComment(task, id, text);
      this.cancel(id);
    }
  }

  cancel(id: string): void {
    this.comments.stopEditing(id);
    this.redraw(id);
  }

  /** The line on which a comment is now, from 1; undefined if it has no thread. */
  lineOf(id: string): number | undefined {
    const shown = [...this.threads.values()].find(({ plan }) =>
      plan.comments.some((comment) => comment.id === id),
    );
    return shown?.plan.line;
  }

  /** The file of the active editor, once for each task that has changed it. */
  activeFiles(): readonly {
    readonly task: string;
    readonly path: string;
    readonly changes: Changes;
  }[] {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const subjects = uri ? findSubjects(this.deps, toDocument(uri)) : [];
    return subjects.map(({ changes, path, side, task }) => {
      // The left side of a renamed file has its former path.
      const now = changes.files.find(({ previousPath }) => previousPath === path)?.path ?? path;
      return { task: task.id, path: side === 'original' ? now : path, changes };
    });
  }

  /** The tasks that have changed the file of the active editor. */
  activeTasks(): readonly Task[] {
    return this.activeFiles().flatMap(({ task }) => this.deps.tasks.find(task) ?? []);
  }

  dispose(): void {
    this.store.dispose();
  }

  /** Places all threads again. */
  private refresh(): Promise<void> {
    return this.queue.run(() => this.place()).catch((error: unknown) => this.deps.logError(error));
  }

  private async place(): Promise<void> {
    if (this.store.isDisposed) {
      return;
    }
    const { reviews, tasks } = this.deps;
    const known = tasks.list().flatMap((task) => {
      const changes = this.changesOf(task);
      return changes ? [{ task, changes }] : [];
    });
    const files = known.map(({ task, changes }) => [
      task.id,
      changes.root,
      changes.files.map(({ path }) => path),
    ]);
    if (!isDeepStrictEqual(files, this.commented)) {
      this.commented = files;
      this.offerRanges();
    }
    const next = new Map<string, ShownThread>();
    for (const { task, changes } of known) {
      const shown = listShown(reviews.get(task.id));
      const placed = await this.locate(
        task,
        changes,
        shown.map(({ comment }) => comment),
      );
      planThreads(shown, placed).forEach((plan) => {
        const uri = this.uriOf(task, changes, plan);
        const key = `${task.id} ${uri.toString()} ${plan.key}`;
        next.set(key, this.show(this.threads.get(key), { task: task.id, plan, uri }));
      });
    }
    this.threads.forEach(({ thread }, key) => next.has(key) || thread.dispose());
    this.threads = next;
  }

  private async locate(
    task: Task,
    changes: Changes,
    comments: readonly PlacedComment['comment'][],
  ): Promise<ReadonlyMap<string, PlacedComment>> {
    const placed = new Map<string, PlacedComment>();
    for (const { path: then, side, ofFile } of groupByFile(comments)) {
      const path = pathNow(then, side, changes.files);
      const text = await this.readText(task, changes, { path, side });
      const locate = text === undefined ? undefined : createLocator(text);
      ofFile.forEach((comment) =>
        placed.set(comment.id, { comment, path, located: locate?.(comment) }),
      );
    }
    return placed;
  }

  /** As an editor has it, else from disk or the commit. */
  private async readText(
    task: Task,
    changes: Changes,
    file: Pick<ThreadSubject, 'path' | 'side'>,
  ): Promise<string | undefined> {
    const uri = this.uriOf(task, changes, file).toString();
    const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri);
    const read = () => this.deps.reviews.readSide(task, changes, file);
    return open ? open.getText() : read().catch(() => undefined);
  }

  private show(
    known: ShownThread | undefined,
    {
      plan,
      task,
      uri,
    }: { readonly plan: ThreadPlan; readonly task: string; readonly uri: vscode.Uri },
  ): ShownThread {
    if (known && isDeepStrictEqual(known.plan, plan)) {
      return known;
    }
    const range = new vscode.Range(plan.line - 1, 0, plan.endLine - 1, 0);
    // VS Code lists no thread in its view of comments that began without any.
    const comments = this.comments.of(task, plan);
    const thread = known?.thread ?? this.controller.createCommentThread(uri, range, comments);
    const shown: ShownThread = { thread, task, plan };
    thread.label = plan.label;
    thread.contextValue = plan.kind;
    thread.canReply = plan.kind === 'draft';
    thread.state = plan.isAnswered
      ? vscode.CommentThreadState.Resolved
      : vscode.CommentThreadState.Unresolved;
    if (plan.comments.some(({ id }) => id === this.added)) {
      this.added = undefined;
      thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    }
    thread.comments = comments;
    return shown;
  }

  private redraw(id: string): void {
    for (const { plan, task, thread } of this.threads.values()) {
      if (plan.comments.some((comment) => comment.id === id)) {
        thread.comments = this.comments.of(task, plan);
      }
    }
  }

  private async choose(
    subjects: readonly ThreadSubject[],
  ): Promise<ThreadSubject | 'cancelled' | undefined> {
    if (subjects.length < 2) {
      return subjects[0];
    }
    const items = subjects.map((value) => ({ label: value.task.name, value }));
    const chosen = await this.deps.choices.choose('Which task is the comment for?', items);
    return chosen ?? 'cancelled';
  }

  /** VS Code asks for the ranges of open editors when they are offered. */
  private offerRanges(): void {
    this.controller.commentingRangeProvider = {
      provideCommentingRanges: (document) =>
        findSubjects(this.deps, toDocument(document.uri)).length > 0
          ? [new vscode.Range(0, 0, document.lineCount - 1, 0)]
          : [],
    };
  }

  private changesOf({ id }: Task): Changes | undefined {
    const found = this.deps.worktreeStates.changesOf(id);
    return found?.kind === 'read' ? found.changes : undefined;
  }

  private uriOf(
    task: Task,
    changes: Changes,
    { path, side }: Pick<ThreadSubject, 'path' | 'side'>,
  ): vscode.Uri {
    return side === 'current'
      ? vscode.Uri.file(join(changes.root, path))
      : this.deps.documents.uriOf(changes.root, {
          kind: 'original',
          task: task.id,
          commit: changes.since,
          path,
        });
  }
}

function toDocument(uri: vscode.Uri): Parameters<typeof findSubjects>[1] {
  return uri.scheme === ORIGINAL_SCHEME
    ? { kind: 'original', query: uri.query }
    : { kind: 'file', path: uri.scheme === 'file' ? uri.fsPath : '' };
}
