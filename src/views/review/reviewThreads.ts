import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { TaskWorktrees } from '../../agents/worktrees/taskWorktrees';
import type { WorktreeStates } from '../../agents/worktrees/worktreeStates';
import type { Clock } from '../../base/clock';
import { SessionError } from '../../base/errors';
import type { Event } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { SerialQueue } from '../../base/serialQueue';
import { REVIEW_CONTROLLER } from '../../config/contributions';
import type { Reviews } from '../../review/reviews';
import type { Task } from '../../tasks/task';
import type { TaskStore } from '../../tasks/taskStore';
import type { Changes } from '../../worktrees/changes/changes';
import type { Choices } from '../dialogs/quickPickers';
import { JoinedEvent } from '../tree/joinedEvent';
import { hasMoved, linesOf, listShown, planThreads, type ThreadPlan } from './planThreads';
import type { ReviewDocuments } from './reviewDocuments';
import { ReviewComments } from './threadComment';
import { toDocument } from './reviewedEditor';
import { findSubjects, type ThreadSubject, type ThreadSubjectsDeps } from './threadSubjects';

/** The delay after the first of several changes until the threads are placed again, in milliseconds. */
const PLACE_DELAY_MS = 100;

export interface ReviewThreadsDeps {
  readonly clock: Clock;
  readonly reviews: Reviews;
  readonly tasks: Pick<TaskStore, 'find' | 'list' | 'onDidChange'>;
  readonly worktrees: Pick<TaskWorktrees, 'original'>;
  readonly worktreeStates: Pick<WorktreeStates, 'changesOf' | 'onDidChange'>;
  readonly documents: Pick<ReviewDocuments, 'uriOf'>;
  readonly folders: ThreadSubjectsDeps['folders'];
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
  /** The changes whose files take comments, as last told to VS Code. */
  private offered: readonly Changes[] = [];
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
    const events = [reviews.onDidChange, tasks.onDidChange, worktreeStates.onDidChange];
    const typed: Event<unknown> = (listener) =>
      vscode.workspace.onDidChangeTextDocument(
        ({ document }) => this.isCommented(document.uri) && listener(undefined),
      );
    const changed = this.store.add(new JoinedEvent(clock, PLACE_DELAY_MS, [...events, typed]));
    this.store.add(changed.event(() => void this.refresh()));
    void this.refresh();
  }

  /**
   * Stores the text of a reply box as a draft. A reply is on the lines of its thread, for its task.
   * @throws {SessionError} `ILLEGAL_STATE` if no task has changed the file any more, `BAD_REQUEST` if the
   * person does not choose one of several tasks, and as {@link Reviews.addComment}.
   */
  async add({ thread, text }: vscode.CommentReply): Promise<void> {
    const { range, uri } = thread;
    const own = this.ownOf(thread);
    const subjects = findSubjects(this.deps, toDocument(uri));
    const subject = await this.choose(
      own ? subjects.filter(({ task }) => task.id === own.task) : subjects,
    );
    if (!subject || !range) {
      throw new SessionError(
        'ILLEGAL_STATE',
        'The comment was not added, because no task has changed this file: comment on a line of a changed file.',
      );
    }
    const file = (await vscode.workspace.openTextDocument(uri)).getText();
    const { line, endLine } = own?.plan ?? linesOf(range);
    const lines = { ...subject, line, endLine };
    const { reviews } = this.deps;
    const stored = reviews.addComment(subject.task.id, lines, { file, text });
    // Known before it is on disk, since its thread can be shown before that.
    this.added = reviews.get(subject.task.id).comments.at(-1)?.id;
    await stored;
    await this.refresh();
    if (!this.ownOf(thread)) {
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

  /** The text that the person has typed into a draft; undefined of one that is not edited. */
  textOf(id: string): string | undefined {
    return this.comments.textOf(id);
  }

  /**
   * Stores the text of an edited draft. It is no longer edited, even if that fails.
   * @throws {SessionError} `ILLEGAL_STATE` if it is no draft any more, and as {@link Reviews.editComment}.
   */
  async save(task: string, id: string): Promise<void> {
    const { reviews } = this.deps;
    const text = this.comments.textOf(id);
    if (text === undefined) {
      return;
    }
    try {
      if (!reviews.get(task).comments.some((comment) => comment.id === id)) {
        throw new SessionError(
          'ILLEGAL_STATE',
          'The comment was not changed, because it has been sent or deleted: add another one.',
        );
      }
      await reviews.editComment(task, id, text);
    } finally {
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

  dispose(): void {
    this.store.dispose();
  }

  private ownOf(thread: vscode.CommentThread): ShownThread | undefined {
    return [...this.threads.values()].find((shown) => shown.thread === thread);
  }

  private isCommented(uri: vscode.Uri): boolean {
    const text = uri.toString();
    return [...this.threads.values()].some(({ thread }) => thread.uri.toString() === text);
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
    const all = known.map(({ changes }) => changes);
    if (all.length !== this.offered.length || all.some((one, at) => one !== this.offered[at])) {
      this.offered = all;
      this.offerRanges();
    }
    const next = new Map<string, ShownThread>();
    for (const { task, changes } of known) {
      const shown = listShown(reviews.get(task.id));
      const comments = shown.map(({ comment }) => comment);
      const placed = await reviews.place(task, comments, changes, (file) =>
        this.readText(task, changes, file),
      );
      planThreads(shown, new Map(placed.map((one) => [one.comment.id, one]))).forEach((plan) => {
        const uri = this.uriOf(task, changes, plan);
        const key = `${task.id} ${uri.toString()} ${plan.key}`;
        next.set(key, this.show(this.threads.get(key), { task: task.id, plan, uri }));
      });
    }
    this.threads.forEach(({ thread }, key) => next.has(key) || thread.dispose());
    this.threads = next;
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
    if (known && hasMoved(known.plan, plan)) {
      known.thread.range = range;
      return { ...known, plan };
    }
    // VS Code lists no thread in its view of comments that began without any.
    const comments = this.comments.of(task, plan);
    const thread = known?.thread ?? this.controller.createCommentThread(uri, range, comments);
    const shown: ShownThread = { thread, task, plan };
    thread.range = range;
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

  private async choose(subjects: readonly ThreadSubject[]): Promise<ThreadSubject | undefined> {
    if (subjects.length < 2) {
      return subjects[0];
    }
    const items = subjects.map((value) => ({ label: value.task.name, value }));
    const chosen = await this.deps.choices.choose('Which task is the comment for?', items);
    if (!chosen) {
      throw new SessionError('BAD_REQUEST', 'The comment was not added: choose its task.');
    }
    return chosen;
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
