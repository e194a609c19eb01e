import assert from 'node:assert/strict';
import { AdoptedTasks } from '../../../src/agents/ownership/adoptedTasks';
import { HeldElsewhereError } from '../../../src/agents/ownership/heldElsewhereError';
import { SessionAdoption } from '../../../src/agents/ownership/sessionAdoption';
import { SessionError } from '../../../src/base/errors';
import { Emitter } from '../../../src/base/event';
import { nullLogger } from '../../../src/base/logger';
import type { SessionInfo } from '../../../src/pty/sessionService';
import { applyTaskChange, type TaskChange } from '../../../src/tasks/taskChange';
import type { Conversation, Task } from '../../../src/tasks/task';
import { FakeBackend } from '../pty/fakeBackend';
import { windowSessionsOf } from '../pty/windowSessionsOf';
import { sessionInfo } from '../pty/fakeSessions';
import { ManualClock } from '../manualClock';

export const SHOP = { uri: 'file:///shop', path: '/shop', name: 'shop' };
const LONG_AGO = '1960-01-01T00:00:00.000Z';

/** One of a session host, which works in {@link SHOP}. */
export const session = (id: string, change: Partial<SessionInfo> = {}): SessionInfo =>
  sessionInfo({
    ...{ id, persistence: 'host', folder: SHOP.uri, workDir: '/shop' },
    ...{ createdAt: LONG_AGO, label: `label of ${id}` },
    ...change,
  });

/** For tests of `SessionAdoption`: a window, what it can reach, and the windows beside it. */
export class AdoptionWorld {
  readonly clock = new ManualClock();
  readonly all = new FakeBackend();
  readonly held = windowSessionsOf(this.all);
  readonly leases = new Emitter<void>();
  /** What other windows hold, and whether somebody looks at them. */
  readonly elsewhere = new Map<string, 'watched' | 'abandoned'>();
  readonly adopted: string[] = [];
  readonly reopened: string[] = [];
  readonly released: string[] = [];
  tasks: readonly Task[] = [];
  found: Promise<void> = Promise.resolve();
  /** Whose hook files were left; undefined while nobody has cleared any. */
  kept: readonly string[] | undefined;
  readonly notices: string[] = [];
  /** What runs in tmux, by its id, and is not reached: whether it is of our folders. */
  readonly inTmux = new Map<string, boolean>();
  /** Whether tmux answers for all that may run there. */
  isTmuxWhole = true;
  folders = [SHOP];
  /** Whether anybody has this window open. */
  isWatched = true;
  whileAskedForWatch = (): void => {};
  whileAdopting = (): void => {};
  readonly adoption = new SessionAdoption({
    find: () => this.found,
    sessions: this.held,
    tmux: {
      has: (id) => Promise.resolve(this.inTmux.get(id) === true && this.all.get(id) === undefined),
      list: () => {
        const holdings = [...this.inTmux].map(([id, isOurs]) => ({ id, isOurs }));
        return Promise.resolve({ holdings, isWhole: this.isTmuxWhole });
      },
      reach: (id) => Promise.resolve(this.all.put(session(id, { persistence: 'tmux' }))),
    },
    holder: {
      adopt: ({ id }) => {
        if (this.elsewhere.has(id)) {
          return Promise.reject(new SessionError('ILLEGAL_STATE', `${id} is held.`));
        }
        this.adopted.push(id);
        this.whileAdopting();
        return Promise.resolve();
      },
      letGoOf: (id) => Promise.resolve(void this.released.push(id)),
    },
    hooks: {
      reopen: (id) => Promise.resolve(void this.reopened.push(id)),
      clearStrays: (isLiving) => {
        this.kept = ['ada-main-a', 'ada-main-gone', 'ada-main-tmux'].filter(isLiving);
        return Promise.resolve();
      },
    },
    leases: { isHeldElsewhere: (id) => this.elsewhere.has(id), onDidChange: this.leases.event },
    handover: {
      request: (id, terms) => {
        if (this.elsewhere.get(id) === 'watched' && terms === 'ifAbandoned') {
          return Promise.reject(new HeldElsewhereError(id));
        }
        this.elsewhere.delete(id);
        return Promise.resolve();
      },
    },
    tasks: new AdoptedTasks({ tasks: this.taskStore(), handleError: assert.ifError }),
    conversationOf: () => ({ id: undefined }),
    folders: () => this.folders,
    isWatched: () => Promise.resolve(this.isWatched).finally(() => this.whileAskedForWatch()),
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
