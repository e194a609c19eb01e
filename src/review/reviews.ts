import { realpath } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import type { PromptDelivery } from '../agents/prompts/promptDelivery';
import type { TaskWorktrees } from '../agents/worktrees/taskWorktrees';
import type { Clock } from '../base/clock';
import { SessionError } from '../base/errors';
import type { Event } from '../base/event';
import { mapInLanes } from '../base/mapInLanes';
import type { SessionInfo } from '../pty/sessionService';
import type { Task } from '../tasks/task';
import type { ChangedFile, Changes } from '../worktrees/changes/changes';
import { fingerprint } from '../worktrees/changes/fingerprint';
import { readCurrent } from '../worktrees/changes/readCurrent';
import { formatPrompt, type PlacedComment } from './formatReview';
import {
  MAX_AGENT_COMMENTS,
  MAX_COMMENT_CHARS,
  MAX_COMMENTS,
  MAX_DRAFT_CHARS,
  MAX_ROUND_FILES,
} from './limits';
import { anchorAt, createLocator, toLines } from './locateComment';
import type { ReviewStore, UnnumberedRound } from './reviewStore';
import type { ReviewComment, ReviewRound, ReviewSide, TaskReview } from './taskReview';

const READ_LANES = 8;

export interface ReviewsDeps {
  readonly store: ReviewStore;
  readonly worktrees: Pick<TaskWorktrees, 'changes' | 'original'>;
  readonly delivery: Pick<PromptDelivery, 'send'>;
  readonly clock: Clock;
  readonly randomId: () => string;
}

/** Lines of a file on which a comment is written. */
export interface CommentedLines {
  readonly path: string;
  readonly side: ReviewSide;
  /** From 1. */
  readonly line: number;
  /** The last line. */
  readonly endLine: number;
}

/** Reads a side of a file; undefined if it has no text there. */
export type ReadSide = (file: Pick<CommentedLines, 'path' | 'side'>) => Promise<string | undefined>;

/** A round that is not sent yet. */
export interface PlannedRound {
  readonly prompt: string;
  readonly comments: readonly ReviewComment[];
  readonly changes: Changes;
}

/** The comments on what tasks have changed, and the prompts that they become. */
export class Reviews {
  private readonly sending = new Set<string>();
  readonly onDidChange: Event<void>;

  constructor(private readonly deps: ReviewsDeps) {
    this.onDidChange = deps.store.onDidChange;
  }

  get(taskId: string): TaskReview {
    return this.deps.store.get(taskId);
  }

  /**
   * Stores a draft.
   * @param text the text of the file, in which the lines are.
   * @throws {SessionError} `BAD_REQUEST` for an empty or too long comment, a line that the file does not
   * have, and if there are too many.
   */
  async addComment(
    taskId: string,
    { path, side, line, endLine }: CommentedLines,
    {
      file,
      text,
      author,
    }: { readonly file: string; readonly text: string; readonly author?: string | undefined },
  ): Promise<ReviewComment> {
    requireText(text);
    const lines = toLines(file);
    const anchor = endLine <= lines.length ? anchorAt(lines, line, endLine) : undefined;
    if (!anchor) {
      const missing = line === endLine ? `line ${line}` : `lines ${line} to ${endLine}`;
      throw new SessionError('BAD_REQUEST', `${path} has no ${missing}: choose what it has.`);
    }
    const comment: ReviewComment = {
      ...{ id: this.deps.randomId(), path, side, text, createdAt: this.now() },
      ...anchor,
      ...(author !== undefined && { author }),
    };
    requireRoom([...this.get(taskId).comments, comment]);
    await this.deps.store.change({ kind: 'putComment', task: taskId, comment });
    return comment;
  }

  /** Does nothing for a comment that is no draft any more. @throws {SessionError} as {@link addComment}. */
  async editComment(taskId: string, id: string, text: string): Promise<void> {
    requireText(text);
    const { comments } = this.get(taskId);
    const known = comments.find((one) => one.id === id);
    if (known) {
      const comment = { ...known, text };
      requireRoom([...comments.filter((one) => one !== known), comment]);
      await this.deps.store.change({ kind: 'putComment', task: taskId, comment });
    }
  }

  async removeComment(taskId: string, id: string): Promise<void> {
    await this.deps.store.change({ kind: 'removeComment', task: taskId, id });
  }

  /**
   * The prompt of all drafts, or of those that agents wrote, with the lines where they are now.
   * @throws {SessionError} `BAD_REQUEST` if there is no draft, and as {@link TaskWorktrees.changes}.
   */
  async plan(
    task: Task,
    { of = 'all', signal }: { readonly of?: 'agents' | 'all'; readonly signal?: AbortSignal } = {},
  ): Promise<PlannedRound> {
    const drafts = this.get(task.id).comments;
    const comments = of === 'all' ? drafts : drafts.filter(isOfAgent);
    if (comments.length === 0) {
      const none = of === 'all' ? 'comments' : 'comments of agents';
      throw new SessionError(
        'BAD_REQUEST',
        `Task "${task.name}" has no ${none} to send: write one on a line of its changes first.`,
      );
    }
    const changes = await this.deps.worktrees.changes(task, 'base', signal);
    const placed = await this.place(task, comments, changes);
    // The root of the changes has no links.
    const cwd = await realpath(task.cwd).catch(() => task.cwd);
    const below = relative(changes.root, cwd).replaceAll(sep, '/');
    return { prompt: formatPrompt(placed, below), comments, changes };
  }

  /**
   * Types the prompt of a round; its comments are drafts until the agent has accepted it.
   * @throws {SessionError} `SESSION_BUSY` while the same task's drafts are being sent; `BAD_REQUEST` if some of them
   * were changed or sent meanwhile; as {@link PromptDelivery.send}.
   */
  async send(
    task: Task,
    { id: session, label }: Pick<SessionInfo, 'id' | 'label'>,
    { prompt, comments, changes }: PlannedRound,
  ): Promise<ReviewRound> {
    if (this.sending.has(task.id)) {
      throw new SessionError('SESSION_BUSY', `The review of "${task.name}" is being sent already.`);
    }
    this.sending.add(task.id);
    try {
      const files = await fingerprints(changes);
      await this.deps.store.reload();
      this.requireDrafts(task, comments);
      let sentAt = this.now();
      await this.deps.delivery.send(session, prompt, () => {
        this.requireDrafts(task, comments);
        sentAt = this.now();
      });
      return await this.addRound(task, { session, label, sentAt, prompt, comments, files });
    } finally {
      this.sending.delete(task.id);
    }
  }

  /**
   * Reads a side of a changed file; undefined if it has no text there.
   * @throws {SessionError} as {@link TaskWorktrees.original}.
   */
  async readSide(
    task: Task,
    changes: Changes,
    { path, side }: Pick<CommentedLines, 'path' | 'side'>,
  ): Promise<string | undefined> {
    if (side === 'current') {
      return readCurrent(changes.root, path);
    }
    const found = await this.deps.worktrees.original(task, { since: changes.since, path });
    return found.kind === 'text' ? found.text : undefined;
  }

  /**
   * Finds where the lines of comments are now.
   * @throws {SessionError} as {@link readSide}.
   */
  async place(
    task: Task,
    comments: readonly ReviewComment[],
    changes: Changes,
    read: ReadSide = (file) => this.readSide(task, changes, file),
  ): Promise<readonly PlacedComment[]> {
    const files = groupByFile(comments);
    const placed = await mapInLanes(files, READ_LANES, async ({ path, side, ofFile }) => {
      const now = pathNow(path, side, changes.files);
      const text = await read({ path: now, side });
      const locate = text === undefined ? () => undefined : createLocator(text);
      return ofFile.map((comment) => ({ comment, path: now, located: locate(comment) }));
    });
    const byId = new Map(placed.flat().map((one) => [one.comment.id, one]));
    return comments.flatMap(({ id }) => byId.get(id) ?? []);
  }

  /** @throws {SessionError} `BAD_REQUEST` if a comment is no draft any more, or has another text. */
  private requireDrafts({ id: task }: Task, comments: readonly ReviewComment[]): void {
    const drafts = new Map(this.get(task).comments.map(({ id, text }) => [id, text]));
    if (!comments.every(({ id, text }) => drafts.get(id) === text)) {
      throw new SessionError(
        'BAD_REQUEST',
        'The comments have changed meanwhile: send the review again.',
      );
    }
  }

  /** Returns the round as it is stored. */
  private async addRound({ id: task }: Task, round: UnnumberedRound): Promise<ReviewRound> {
    await this.deps.store.change({ kind: 'addRound', task, round });
    const { session, sentAt, prompt } = round;
    const stored = this.get(task).rounds.findLast(
      (one) => one.session === session && one.sentAt === sentAt && one.prompt === prompt,
    );
    // The task may have been removed meanwhile.
    return stored ?? { ...round, number: 1 };
  }

  private now(): string {
    return new Date(this.deps.clock.now()).toISOString();
  }
}

/**
 * The changed file that has this path, or had it before it was renamed.
 * @throws {SessionError} `BAD_REQUEST` if there is none.
 */
export function requireChangedFile({ files }: Changes, path: string): ChangedFile {
  const file =
    files.find((one) => one.path === path) ?? files.find((one) => one.previousPath === path);
  if (!file) {
    throw new SessionError(
      'BAD_REQUEST',
      `The task has not changed a file "${path}": choose one of its changed files.`,
    );
  }
  return file;
}

/** The path of a commented file now: it may have been renamed since. */
function pathNow(path: string, side: ReviewSide, files: readonly ChangedFile[]): string {
  const renamed =
    side === 'current' ? files.find(({ previousPath }) => previousPath === path) : undefined;
  return renamed && !files.some((file) => file.path === path) ? renamed.path : path;
}

/** The fingerprints of the changed files, by path; one that is not there has an empty one. */
export async function fingerprints({ files, root }: Changes): Promise<Record<string, string>> {
  const paths = files.slice(0, MAX_ROUND_FILES).map(({ path }) => path);
  const read = await mapInLanes(paths, READ_LANES, (path) => fingerprint(root, path));
  return Object.fromEntries(paths.map((path, index) => [path, read[index] ?? '']));
}

function requireText(text: string): void {
  if (text.trim() === '') {
    throw new SessionError(
      'BAD_REQUEST',
      'The comment is empty: write what the agent should change.',
    );
  }
  if (text.length > MAX_COMMENT_CHARS) {
    throw new SessionError(
      'BAD_REQUEST',
      `The comment is longer than ${MAX_COMMENT_CHARS} characters: shorten it.`,
    );
  }
}

/** @throws {SessionError} `BAD_REQUEST` if these are too many drafts of a task, or too long ones. */
function requireRoom(drafts: readonly ReviewComment[]): void {
  const hint = 'send or delete some first.';
  if (drafts.length > MAX_COMMENTS) {
    throw new SessionError(
      'BAD_REQUEST',
      `The task has ${MAX_COMMENTS} comments that are not sent: ${hint}`,
    );
  }
  const last = drafts.at(-1);
  if (last && isOfAgent(last) && drafts.filter(isOfAgent).length > MAX_AGENT_COMMENTS) {
    throw new SessionError(
      'BAD_REQUEST',
      `The task has ${MAX_AGENT_COMMENTS} comments of agents that are not sent: ${hint}`,
    );
  }
  if (JSON.stringify(drafts).length > MAX_DRAFT_CHARS) {
    throw new SessionError(
      'BAD_REQUEST',
      `The comments of the task that are not sent would have more than ${MAX_DRAFT_CHARS} characters with their quotations: ${hint}`,
    );
  }
}

/** Whether an agent wrote a comment. */
function isOfAgent({ author }: ReviewComment): boolean {
  return author !== undefined;
}

interface FileComments {
  readonly path: string;
  readonly side: ReviewSide;
  readonly ofFile: readonly ReviewComment[];
}

/** The comments by file and side. */
function groupByFile(comments: readonly ReviewComment[]): readonly FileComments[] {
  const groups = new Map<string, FileComments>();
  for (const comment of comments) {
    const { path, side } = comment;
    const key = `${side} ${path}`;
    groups.set(key, { path, side, ofFile: [...(groups.get(key)?.ofFile ?? []), comment] });
  }
  return [...groups.values()];
}
