import { join, resolve } from 'node:path';
import type { ProcessEntry } from '../../pty/process/processTree';
import type { SessionInfo } from '../../pty/sessionService';
import type { Signal } from '../activity';
import { readStatusFile, type KnownStatusFile } from './statusFile';

interface StatusFilesDeps {
  /** The person's home directory, for an environment that does not name one. */
  readonly home: string;
  /** The names in a directory; empty if it cannot be read. */
  readonly listNames: (directory: string) => Promise<readonly string[]>;
  /** A file's text; undefined if the file is missing or too long. */
  readonly readText: (path: string) => Promise<string | undefined>;
  /** The processes on this machine; empty if they cannot be listed. */
  readonly listProcesses: () => Promise<readonly ProcessEntry[]>;
  readonly now: () => number;
}

interface StatusFileOwner {
  readonly session: Pick<SessionInfo, 'id' | 'generation' | 'pid' | 'programStartedAt' | 'workDir'>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The clocks of files and of sessions may differ by this much. */
const CLOCK_SLACK_MS = 2000;

const FILE_NAME = /^(\d{1,10})\.json$/;

/**
 * The process whose file belongs to a session, or undefined, and the files that existed at the
 * search.
 */
interface Found {
  readonly generation: number;
  readonly pid: number | undefined;
  readonly among: string;
}

/**
 * Finds and reads the status files of the processes that run in sessions. An agent that was started
 * through a shell is a descendant of the session's own program.
 */
export class StatusFiles {
  private readonly found = new Map<string, Found>();

  constructor(private readonly deps: StatusFilesDeps) {}

  /** The signal of the status file of the session's agent; undefined if it has none. */
  async read(support: KnownStatusFile, owner: StatusFileOwner): Promise<Signal | undefined> {
    const directory = this.directoryOf(support, owner);
    const pid = await this.findPid(directory, owner);
    if (pid === undefined) {
      return undefined;
    }
    const text = await this.deps.readText(join(directory, `${pid}.json`));
    if (text === undefined) {
      this.found.delete(owner.session.id);
      return undefined;
    }
    const signal = readStatusFile(support, text, this.deps.now());
    const startedAt = Date.parse(owner.session.programStartedAt) - CLOCK_SLACK_MS;
    // An earlier process with the same id may have left its file.
    return signal && signal.at >= startedAt ? signal : undefined;
  }

  forget(sessionId: string): void {
    this.found.delete(sessionId);
  }

  private directoryOf(
    { home, folder }: KnownStatusFile,
    { env, session }: StatusFileOwner,
  ): string {
    const own = env[home.env];
    return own === undefined || own === ''
      ? join(this.deps.home, home.folder, folder)
      : resolve(session.workDir, own, folder);
  }

  private async findPid(
    directory: string,
    { session }: StatusFileOwner,
  ): Promise<number | undefined> {
    const known = this.found.get(session.id);
    if (known?.generation === session.generation && known.pid !== undefined) {
      return known.pid;
    }
    const names = await this.deps.listNames(directory);
    const among = names.join();
    if (known?.generation === session.generation && known.among === among) {
      return undefined;
    }
    const pids = names.flatMap((name) => FILE_NAME.exec(name)?.[1] ?? []).map(Number);
    const pid = await this.pickPid(pids, session.pid);
    this.found.set(session.id, { generation: session.generation, pid, among });
    return pid;
  }

  private async pickPid(pids: readonly number[], root: number | null): Promise<number | undefined> {
    if (root === null || pids.length === 0) {
      return undefined;
    }
    return pids.includes(root) ? root : findDescendant(pids, root, await this.deps.listProcesses());
  }
}

/** The one of `pids` that is a descendant of `root`, the nearest to it. */
export function findDescendant(
  pids: readonly number[],
  root: number,
  processes: readonly Pick<ProcessEntry, 'pid' | 'ppid'>[],
): number | undefined {
  const parents = new Map(processes.map(({ pid, ppid }) => [pid, ppid]));
  const below = pids
    .map((pid) => ({ pid, depth: depthBelow(pid, root, parents) }))
    .filter(({ depth }) => depth !== undefined)
    .sort((one, other) => (one.depth ?? 0) - (other.depth ?? 0));
  return below[0]?.pid;
}

function depthBelow(
  pid: number,
  root: number,
  parents: ReadonlyMap<number, number>,
): number | undefined {
  const passed = new Set<number>();
  for (let at: number | undefined = pid; at !== undefined; at = parents.get(at)) {
    if (at === root) {
      return passed.size;
    }
    if (passed.has(at)) {
      return undefined;
    }
    passed.add(at);
  }
  return undefined;
}
