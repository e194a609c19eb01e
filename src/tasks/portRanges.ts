import type { Clock } from '../base/clock';
import type { Disposable } from '../base/lifecycle';
import type { Logger } from '../base/logger';
import { PORT_RANGE_FILE, type PortRange, type PortRangeMap } from './portRangeFile';
import { SharedFile } from './sharedFile';
import { SharedState } from './sharedState';
import type { TaskStore } from './taskStore';

/** The number of ports of a task: its base and those after it. */
const PORTS_PER_TASK = 10;

/** Below the ports that systems assign to outgoing connections: Linux begins at 32768. */
const FIRST_BASE = 20_000;
const MAX_RANGES = 1000;
const BASES = Array.from({ length: MAX_RANGES }, (_, at) => FIRST_BASE + at * PORTS_PER_TASK);

/**
 * The range of an unknown task is kept this long, in milliseconds: another window may be starting
 * the first session of a new task.
 */
const KEPT_MS = 3_600_000;

/** How many ranges are tested at a time; several, since other windows may take some meanwhile. */
const TESTED_AT_ONCE = 3;
const MAX_TESTS = 10;

interface PortRangesDeps {
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn'>;
  readonly tasks: Pick<TaskStore, 'find' | 'reload'>;
  /** Whether `count` ports from `base` on are free. */
  readonly areFree: (base: number, count: number) => Promise<boolean>;
}

interface Assignment {
  readonly taskId: string;
  /** The bases of free ranges. The first that no task has is assigned. */
  readonly offered: readonly number[];
  readonly assignedAt: number;
  /** The ids of tasks that do not exist any more. */
  readonly dropped: readonly string[];
}

/**
 * Assigns each task a range of ports for its programs. No two tasks of the windows that share the
 * directory have the same one. It is free when it is assigned, and stays the task's as long as the task
 * exists, also if another program takes a port of it.
 */
export class PortRanges implements Disposable {
  private readonly state: SharedState<PortRangeMap, Assignment>;

  constructor(
    directory: string,
    private readonly deps: PortRangesDeps,
  ) {
    const file = new SharedFile(directory, PORT_RANGE_FILE, deps.clock);
    this.state = new SharedState(file, assign);
    // The person is informed of the file of the tasks, which is in the same directory.
    this.state.onDidMeetProblem(({ message }) => deps.logger.warn(message));
  }

  /** The first port of the task; undefined if no free range is found. Never rejects. */
  async baseOf(taskId: string): Promise<number | undefined> {
    if (!this.find(taskId)) {
      await Promise.all([this.state.reload(), this.deps.tasks.reload()]);
    }
    const inUse = new Set<number>();
    for (let tests = 0; tests < MAX_TESTS && !this.find(taskId); tests++) {
      const offered = await this.findFree(inUse);
      const assignedAt = this.deps.clock.now();
      await this.state.change({ taskId, offered, assignedAt, dropped: this.listDropped() });
    }
    return this.find(taskId)?.base;
  }

  dispose(): void {
    this.state.dispose();
  }

  private find(taskId: string): PortRange | undefined {
    return this.state.value.get(taskId);
  }

  /** Some free ranges that no task has. Adds those that are not free to `inUse`. */
  private async findFree(inUse: Set<number>): Promise<readonly number[]> {
    const taken = basesOf(this.state.value);
    const open = BASES.filter((base) => !taken.has(base) && !inUse.has(base));
    const some = open.slice(0, TESTED_AT_ONCE);
    const free = await Promise.all(some.map((base) => this.deps.areFree(base, PORTS_PER_TASK)));
    some.filter((_, at) => !free[at]).forEach((base) => inUse.add(base));
    return some.filter((_, at) => free[at]);
  }

  private listDropped(): readonly string[] {
    const oldest = this.deps.clock.now() - KEPT_MS;
    return [...this.state.value]
      .filter(([taskId, { assignedAt }]) => assignedAt < oldest && !this.deps.tasks.find(taskId))
      .map(([taskId]) => taskId);
  }
}

function assign(
  ranges: PortRangeMap,
  { taskId, offered, assignedAt, dropped }: Assignment,
): PortRangeMap {
  const kept = new Map([...ranges].filter(([id]) => id === taskId || !dropped.includes(id)));
  const taken = basesOf(kept);
  const base = offered.find((one) => !taken.has(one));
  if (!kept.has(taskId) && base !== undefined) {
    kept.set(taskId, { base, assignedAt });
  }
  return kept;
}

function basesOf(ranges: PortRangeMap): ReadonlySet<number> {
  return new Set([...ranges.values()].map(({ base }) => base));
}
