import assert from 'node:assert/strict';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { systemClock } from '../../../src/base/clock';
import type { StorageProblem } from '../../../src/tasks/sharedState';
import { TASK_FILE, TaskStore } from '../../../src/tasks/taskStore';
import { randomTaskIds } from '../../../src/tasks/taskIds';

const WRITER = resolve('test/support/agents/taskWriter.ts');

/** The task store of one window, and its events. */
interface TaskWindow {
  readonly store: TaskStore;
  readonly problems: readonly StorageProblem[];
  changes: number;
}

/** A directory for each test, in which windows store tasks. */
export function useTaskStorage(): TaskStorage {
  const storage = new TaskStorage();
  beforeEach(() => storage.setUp());
  afterEach(() => storage.tearDown());
  return storage;
}

class TaskStorage {
  private readonly children = new Set<ChildProcessWithoutNullStreams>();
  private root = '';
  /** Does not exist before the first write. */
  directory = '';
  file = '';

  async setUp(): Promise<void> {
    this.root = await mkdtemp(join(tmpdir(), 'agent-terminals-tasks-'));
    this.directory = join(this.root, 'storage');
    this.file = join(this.directory, 'tasks.json');
  }

  async tearDown(): Promise<void> {
    for (const child of this.children) {
      child.kill('SIGKILL');
    }
    this.children.clear();
    await rm(this.root, { recursive: true, force: true });
  }

  openWindow(clock = systemClock): TaskWindow {
    const store = new TaskStore(this.directory, clock, randomTaskIds);
    const problems: StorageProblem[] = [];
    const window = { store, problems, changes: 0 };
    store.onDidMeetProblem((problem) => problems.push(problem));
    store.onDidChange(() => window.changes++);
    return window;
  }

  async namesOnDisk(): Promise<readonly string[]> {
    const { content, damage } = TASK_FILE.parse(await readFile(this.file, 'utf8'));
    assert.equal(damage, undefined);
    return content.map(({ name }) => name);
  }

  /** `limitKiB`: the limit of each file, as on a full disk; its beginning is still written. */
  async startWriter(prefix: string, count: number, limitKiB?: number) {
    const args = ['--import=tsx', WRITER, this.directory, prefix, String(count)];
    const limited = ['-c', `ulimit -f ${limitKiB}; exec "$@"`, 'bash', process.execPath, ...args];
    const child = limitKiB === undefined ? spawn(process.execPath, args) : spawn('bash', limited);
    this.children.add(child);
    await once(child.stdout, 'data');
    return child;
  }
}
