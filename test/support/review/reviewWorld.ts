import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Emitter } from '../../../src/base/event';
import { DisposableStore } from '../../../src/base/lifecycle';
import type { SessionEvent } from '../../../src/pty/sessionService';
import { ReviewMarks } from '../../../src/review/reviewMarks';
import { Reviews, type PlannedRound } from '../../../src/review/reviews';
import { ReviewStore } from '../../../src/review/reviewStore';
import { RoundAnswers } from '../../../src/review/roundAnswers';
import type { ReviewRound } from '../../../src/review/taskReview';
import type { Task } from '../../../src/tasks/task';
import type { Changes } from '../../../src/worktrees/changes/changes';
import type { useGitPlayground } from '../agents/gitPlayground';
import { worktreeTask } from '../agents/worktreeTask';
import { ManualClock } from '../manualClock';
import { sessionInfo } from '../pty/fakeSessions';
import { FakeStatus } from '../status/fakeStatus';

export const SESSION = 'ada-main-t1';

/** The review of the task `t1`, which works in a repository; its agent is the test's. */
export class ReviewWorld {
  readonly clock = new ManualClock();
  readonly status = new FakeStatus();
  readonly task: Task;
  readonly problems: string[] = [];
  readonly prompts: string[] = [];
  readonly marks: ReviewMarks;
  readonly reviews: Reviews;
  readonly didChangeSessions = new Emitter<SessionEvent>();
  readonly store: ReviewStore;
  /** Thrown by the delivery of prompts. */
  refusal: Error | undefined;
  /** What happens while the delivery waits, and while the agent accepts the prompt. */
  beforeTyping = (): Promise<void> => Promise.resolve();
  afterTyping = (): void => {};
  answer: string | undefined;
  private readonly owned = new DisposableStore();
  private ids = 0;

  constructor(
    private readonly at: ReturnType<typeof useGitPlayground>,
    readonly repository: string,
    readonly storage = mkdtempSync(join(tmpdir(), 'agent-terminals-review-')),
  ) {
    const start = { commit: at.run(repository, 'rev-parse', 'HEAD').trim() };
    const task = worktreeTask('t1', [SESSION]);
    this.task = { ...task, worktree: undefined, cwd: repository, start };
    const { clock, status } = this;
    this.store = this.owned.add(new ReviewStore(storage, clock));
    this.store.onDidMeetProblem(({ message }) => this.problems.push(message));
    const worktrees = {
      changes: () => this.changes(),
      original: (_: Task, { since, path }: { readonly since: string; readonly path: string }) =>
        at.worktrees.original(repository, since, path),
    };
    const delivery = {
      send: async (_: string, prompt: string, beforeTyping?: () => void) => {
        this.prompts.push(prompt);
        await this.beforeTyping();
        if (this.refusal) {
          throw this.refusal;
        }
        beforeTyping?.();
        this.afterTyping();
      },
    };
    const randomId = (): string => `c${(this.ids += 1)}`;
    this.reviews = new Reviews({ clock, delivery, randomId, store: this.store, worktrees });
    this.marks = new ReviewMarks(this.store);
    const driver = {
      lastAnswer: () =>
        this.answer === undefined
          ? Promise.reject(new Error('none'))
          : Promise.resolve({ text: this.answer, source: 'transcript' as const }),
    };
    const sessions = {
      get: () => sessionInfo({ id: SESSION }),
      onDidChange: this.didChangeSessions.event,
    };
    const tasks = { find: () => this.task };
    const logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
    const parts = { clock, driver, logger, sessions, status, store: this.store, tasks, worktrees };
    this.owned.add(new RoundAnswers(parts));
  }

  changes(): Promise<Changes> {
    const { start } = this.task;
    return this.at.worktrees.changes({ folder: this.repository, since: start ?? 'head' });
  }

  write(name: string, text: string): void {
    this.at.write(join(this.repository, name), text);
  }

  /** Adds a comment on a line of a file as it is now. */
  async comment(path: string, line: number, text: string): Promise<string> {
    const lines = { path, side: 'current', line, endLine: line } as const;
    const file = await this.reviews.readSide(this.task, await this.changes(), lines);
    return (await this.reviews.addComment('t1', lines, { file: file ?? '', text })).id;
  }

  async send(plan?: PlannedRound): Promise<ReviewRound> {
    const planned = plan ?? (await this.reviews.plan(this.task));
    return this.reviews.send(this.task, { id: SESSION, label: 'Ada' }, planned);
  }

  /** Another window with the same files. */
  async reopen(): Promise<ReviewWorld> {
    await this.store.flush();
    const next = new ReviewWorld(this.at, this.repository, this.storage);
    await next.store.reload();
    return next;
  }

  dispose(): void {
    this.owned.dispose();
    rmSync(this.storage, { recursive: true, force: true });
  }
}
