import assert from 'node:assert/strict';
import { SessionContinuation } from '../../../src/agents/start/sessionContinuation';
import { folderOfSession } from '../../../src/agents/folderRef';
import { OwnedElsewhereError } from '../../../src/ownership/sessionHandover';
import { SessionReconnector } from '../../../src/ownership/sessionReconnector';
import { SessionError } from '../../../src/base/errors';
import { Emitter } from '../../../src/base/event';
import { nullLogger } from '../../../src/base/logger';
import { CombinedSource } from '../../../src/pty/combinedSource';
import type { SessionInfo } from '../../../src/pty/sessionService';
import type { SessionSource } from '../../../src/pty/sessionSource';
import { ReconnectedTasks } from '../../../src/tasks/reconnectedTasks';
import { applyTaskChange, type TaskChange } from '../../../src/tasks/taskChange';
import type { Conversation, Task } from '../../../src/tasks/task';
import { FakeBackend } from '../pty/fakeBackend';
import { windowSessionsOf } from '../pty/windowSessionsOf';
import { sessionInfo } from '../pty/fakeSessions';
import { ManualClock } from '../manualClock';

export const SHOP = { uri: 'file:///shop', path: '/shop', name: 'shop' };
const LONG_AGO = '1960-01-01T00:00:00.000Z';

/** A session of a session host, which works in {@link SHOP}. */
export const session = (id: string, change: Partial<SessionInfo> = {}): SessionInfo =>
  sessionInfo({
    ...{ id, persistence: 'host', folder: SHOP.uri, workDir: '/shop' },
    ...{ createdAt: LONG_AGO, label: `label of ${id}` },
    ...change,
  });

/** For tests of `SessionReconnector`: a window, the sessions it can reach, and other windows. */
export class ReconnectorWorld {
  readonly clock = new ManualClock();
  readonly all = new FakeBackend();
  readonly held = windowSessionsOf(this.all);
  readonly leases = new Emitter<void>();
  /** The sessions of other windows, and whether the person watches those windows. */
  readonly elsewhere = new Map<string, 'watched' | 'abandoned'>();
  /** Those of them that a process without a window owns. */
  readonly ofCommands = new Set<string>();
  /** The answer to a request; undefined: at once. */
  answer: Promise<void> | undefined;
  readonly claimed: string[] = [];
  readonly reopened: string[] = [];
  /** The sessions that were requested from other windows. */
  readonly requested: string[] = [];
  readonly released: string[] = [];
  tasks: readonly Task[] = [];
  found: Promise<void> = Promise.resolve();
  /** A listing takes until this settles. */
  listed: Promise<void> = Promise.resolve();
  /** The sessions whose hook files were kept; undefined before any were cleared. */
  kept: readonly string[] | undefined;
  readonly notices: string[] = [];
  /** The unreached sessions in tmux, by id: whether they belong to our folders. */
  readonly inTmux = new Map<string, boolean>();
  /** Whether another client shows them. */
  isTmuxShown = true;
  /** A session in tmux is opened when this settles. */
  opened: Promise<void> = Promise.resolve();
  /** The error of every claim. */
  claimFailure: SessionError | undefined;
  /** Whether tmux responds for all of its sessions. */
  isTmuxWhole = true;
  folders = [SHOP];
  /** Whether a person has this window open. */
  isWatched = true;
  whileDeciding = (): void => {};
  whileClaiming = (): void => {};
  private readonly folderOf = (one: Pick<SessionInfo, 'folder' | 'workDir'>) =>
    folderOfSession(one, this.folders)?.uri;

  private readonly continuation = new SessionContinuation({
    sessions: this.held,
    claim: ({ id }) => {
      if (this.claimFailure || this.elsewhere.has(id)) {
        const failure = this.claimFailure ?? new SessionError('ILLEGAL_STATE', `${id} is held.`);
        return Promise.reject(failure);
      }
      this.claimed.push(id);
      this.whileClaiming();
      return Promise.resolve();
    },
    ownership: { release: (id) => Promise.resolve(void this.released.push(id)) },
    hooks: { reopen: (id) => Promise.resolve(void this.reopened.push(id)) },
    tasks: new ReconnectedTasks({ tasks: this.taskStore(), handleError: assert.ifError }),
    folderOf: this.folderOf,
    logger: nullLogger,
  });

  readonly reconnector = new SessionReconnector({
    source: new CombinedSource([this.tmuxSource(), this.hostSource()]),
    sessions: this.held,
    continueSession: (one) => this.continuation.continue(one),
    removeStaleFiles: (isLiving) => {
      this.kept = ['ada-main-a', 'ada-main-gone', 'ada-main-tmux'].filter(isLiving);
      return Promise.resolve();
    },
    leases: {
      isOwnedByCommand: (id) => this.ofCommands.has(id),
      isOwnedElsewhere: (id) => this.elsewhere.has(id),
      onDidChange: this.leases.event,
    },
    handover: {
      request: async (id, terms) => {
        this.requested.push(id);
        await this.answer;
        if (this.elsewhere.get(id) === 'watched' && terms === 'ifAbandoned') {
          throw new OwnedElsewhereError(id);
        }
        this.elsewhere.delete(id);
        this.ofCommands.delete(id);
      },
    },
    folderOf: this.folderOf,
    isWatched: () => Promise.resolve(this.isWatched).finally(() => this.whileDeciding()),
    notify: (notice) => this.notices.push(notice),
    clock: this.clock,
    logger: nullLogger,
  });

  remember(task: Partial<Task>, ...conversations: Partial<Conversation>[]): void {
    const whole: Task = {
      ...{ id: 't', name: 'Work', folder: SHOP.uri, cwd: '/shop', createdAt: LONG_AGO, ...task },
      conversations: conversations.map((one) => ({
        ...{ ptyId: 'ada-main-t', providerId: 'ada', label: 'Ada', createdAt: LONG_AGO, ...one },
      })),
    };
    this.tasks = [...this.tasks, whole];
  }

  get holds(): readonly string[] {
    return this.held.list().map(({ id }) => id);
  }

  private hostSource(): SessionSource {
    return {
      whenReady: () => this.found,
      list: async () => {
        const ofHost = this.all.list().filter(({ persistence }) => persistence === 'host');
        const sessions = ofHost.map((one) => ({
          ...{ ...one, isShown: false, canReconnect: true },
          isEnded: one.state === 'terminated',
        }));
        await this.listed;
        return { sessions, problem: undefined };
      },
      open: () => Promise.resolve(),
    };
  }

  private tmuxSource(): SessionSource {
    return {
      whenReady: () => Promise.resolve(),
      list: () => {
        const sessions = [...this.inTmux].map(([id, isOurs]) => ({
          ...{ id, workDir: '/shop', createdAt: LONG_AGO },
          folder: isOurs ? SHOP.uri : 'file:///other',
          ...{ isShown: this.isTmuxShown, isEnded: false, canReconnect: true },
        }));
        const problem = this.isTmuxWhole ? undefined : new Error('tmux is silent.');
        return Promise.resolve({ sessions, problem });
      },
      open: async (id) => {
        await this.opened;
        if (this.inTmux.has(id)) {
          this.all.put(session(id, { persistence: 'tmux' }));
        }
      },
    };
  }

  private taskStore() {
    const change = (made: TaskChange): Promise<void> => {
      this.tasks = applyTaskChange(this.tasks, made);
      return Promise.resolve();
    };
    return {
      list: () => this.tasks,
      create: async ({ name, folder, cwd }: Pick<Task, 'name' | 'folder' | 'cwd'>) => {
        const id = `new${this.tasks.length}`;
        const task = { id, name, folder, cwd, createdAt: LONG_AGO, conversations: [] };
        await change({ kind: 'addTask', task });
        return task;
      },
      putConversation: (taskId: string, conversation: Conversation) =>
        change({ kind: 'putConversation', taskId, conversation }),
      closeConversation: (taskId: string, ptyId: string) =>
        change({ kind: 'closeConversation', taskId, ptyId }),
    };
  }
}
