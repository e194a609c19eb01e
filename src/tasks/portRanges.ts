import { connect } from 'node:net';
import * as z from 'zod';
import type { Clock } from '../base/clock';
import type { Logger } from '../base/logger';
import { mapFormat, SharedFile, type FileFormat } from './sharedFile';
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
export class PortRanges extends SharedState<PortRangeMap, Assignment> {
  constructor(
    directory: string,
    private readonly deps: PortRangesDeps,
  ) {
    super(new SharedFile(directory, PORT_RANGE_FILE, deps.clock), assign);
    // The person is informed of the file of the tasks, which is in the same directory.
    this.onDidMeetProblem(({ message }) => deps.logger.warn(message));
  }

  /** The first port of the task; undefined if no free range is found. Never rejects. */
  async baseOf(taskId: string): Promise<number | undefined> {
    if (!this.find(taskId)) {
      await Promise.all([this.reload(), this.deps.tasks.reload()]);
    }
    const inUse = new Set<number>();
    for (let tests = 0; tests < MAX_TESTS && !this.find(taskId); tests++) {
      const offered = await this.findFree(inUse);
      const assignedAt = this.deps.clock.now();
      await this.change({ taskId, offered, assignedAt, dropped: this.listDropped() });
    }
    return this.find(taskId)?.base;
  }

  private find(taskId: string): PortRange | undefined {
    return this.value.get(taskId);
  }

  /** Some free ranges that no task has. Adds those that are not free to `inUse`. */
  private async findFree(inUse: Set<number>): Promise<readonly number[]> {
    const taken = basesOf(this.value);
    const open = BASES.filter((base) => !taken.has(base) && !inUse.has(base));
    const some = open.slice(0, TESTED_AT_ONCE);
    const free = await Promise.all(some.map((base) => this.deps.areFree(base, PORTS_PER_TASK)));
    some.filter((_, at) => !free[at]).forEach((base) => inUse.add(base));
    return some.filter((_, at) => free[at]);
  }

  private listDropped(): readonly string[] {
    const oldest = this.deps.clock.now() - KEPT_MS;
    return [...this.value]
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

interface PortRange {
  readonly base: number;
  /** In milliseconds since the epoch. */
  readonly assignedAt: number;
}

type PortRangeMap = ReadonlyMap<string, PortRange>;

/** `ports.json`: `{taskId: {base, assignedAt}}`. */
const PORT_RANGE_FILE: FileFormat<PortRangeMap> = {
  name: 'ports.json',
  title: 'The list of port ranges',
  ...mapFormat<PortRange>('tasks', (_, range) => RANGE.safeParse(range).data),
};

// Loose: fields that a later version of the extension has added are kept.
const RANGE = z.looseObject({ base: z.int().min(1).max(65_535), assignedAt: z.number() });

/** Servers of developers listen at one of these, or at all addresses, which include them. */
const HOSTS = ['127.0.0.1', '::1'] as const;

/** A server on this machine accepts a connection within a few milliseconds. */
const TIMEOUT_MS = 500;

/**
 * Whether no server accepts connections at any of `count` ports from `base` on. It connects to them
 * and does not listen: a listener at one address would miss one at all addresses on some systems.
 */
export async function areFree(base: number, count: number): Promise<boolean> {
  const ports = Array.from({ length: count }, (_, index) => base + index);
  const attempts = ports.flatMap((port) => HOSTS.map((host) => accepts(host, port)));
  return !(await Promise.all(attempts)).includes(true);
}

function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: TIMEOUT_MS });
    const end = (isAccepted: boolean): void => {
      socket.destroy();
      resolve(isAccepted);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}
