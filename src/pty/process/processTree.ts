/** A process of this machine at the time of a snapshot. */
export interface ProcessEntry {
  readonly pid: number;
  readonly ppid: number;
  readonly pgid: number;
  /** The id of the kernel's session; undefined if the system does not provide it. */
  readonly sid: number | undefined;
  /** In the system's own format. Together with the pid it identifies a process uniquely. */
  readonly startTime: string;
  readonly command: string;
  /**
   * The environment with which the program started, as `NAME=value` entries that end with NUL;
   * undefined if unreadable.
   */
  readonly environment: string | undefined;
}

/** How the programs of a session are recognised. */
export interface SessionPrograms {
  /** The program on the PTY, which leads its own group and session. */
  readonly pid: number;
  /** When that program started, if recorded. A later owner of the pid is then not selected. */
  readonly startTime?: string | undefined;
  /** `NAME=value` in the environment of this session's programs and no others. */
  readonly marker?: string | undefined;
}

interface SelectionContext {
  readonly programs: SessionPrograms;
  /**
   * Processes that were found to belong to the session earlier. They still do after their parents
   * have ended.
   */
  readonly known: readonly ProcessEntry[];
  /** The pid of this process. It, its parents and its group are never selected. */
  readonly selfPid: number;
}

/**
 * Selects everything that belongs to a session: its program, that program's group and session,
 * processes with the marker, and all their descendants.
 */
export function selectSessionPrograms(
  all: readonly ProcessEntry[],
  context: SelectionContext,
): readonly ProcessEntry[] {
  const { programs, known, selfPid } = context;
  const others = withoutUs(all, selfPid);
  const seeds = others.filter(
    (entry) =>
      isRoot(entry, programs) ||
      known.some((other) => isSameProcess(entry, other)) ||
      carriesMarker(entry, programs.marker),
  );
  // The kernel does not reuse a pid while a group or session has its number. So if one member of
  // the group certainly belongs to the session, all members do.
  const group = groupMembers(programs.pid, others);
  const ours = seeds.some((seed) => group.includes(seed)) ? [...seeds, ...group] : seeds;
  return withDescendants(ours, others);
}

/** `roots` and all their descendants, each once. */
function withDescendants(
  roots: readonly ProcessEntry[],
  all: readonly ProcessEntry[],
): readonly ProcessEntry[] {
  const children = groupByParent(all);
  const found = new Set(roots);
  // A set that grows during iteration also yields the added elements.
  for (const parent of found) {
    for (const child of children.get(parent.pid) ?? []) {
      found.add(child);
    }
  }
  return [...found];
}

/** The members of the group and of the session whose leader is or was `pid`. */
function groupMembers(pid: number, all: readonly ProcessEntry[]): readonly ProcessEntry[] {
  return all.filter((entry) => entry.pgid === pid || entry.sid === pid);
}

export function carriesMarker(entry: ProcessEntry, marker: string | undefined): boolean {
  return marker ? `\0${entry.environment ?? ''}`.includes(`\0${marker}\0`) : false;
}

/** False if the pid now belongs to another process. */
export function isSameProcess(one: ProcessEntry, other: ProcessEntry): boolean {
  return one.pid === other.pid && one.startTime === other.startTime;
}

function isRoot(entry: ProcessEntry, { pid, startTime }: SessionPrograms): boolean {
  return entry.pid === pid && (startTime === undefined || entry.startTime === startTime);
}

/**
 * All processes except the system's first one, this process, its group and its ancestors, so that
 * none of these is ever selected or followed.
 */
function withoutUs(all: readonly ProcessEntry[], selfPid: number): readonly ProcessEntry[] {
  const byPid = new Map(all.map((entry) => [entry.pid, entry]));
  const guarded = new Set<number>();
  for (let pid = selfPid; !guarded.has(pid); pid = byPid.get(pid)?.ppid ?? pid) {
    guarded.add(pid);
  }
  const selfPgid = byPid.get(selfPid)?.pgid;
  return all.filter(({ pid, pgid }) => pid > 1 && !guarded.has(pid) && pgid !== selfPgid);
}

function groupByParent(all: readonly ProcessEntry[]): ReadonlyMap<number, readonly ProcessEntry[]> {
  const children = new Map<number, ProcessEntry[]>();
  for (const entry of all) {
    const siblings = children.get(entry.ppid) ?? [];
    siblings.push(entry);
    children.set(entry.ppid, siblings);
  }
  return children;
}
